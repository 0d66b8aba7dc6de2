// A drop that opens later: its time with the time zone, and a calendar file that reminds.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { inBrowser, saveScreenshot } from './browser-world.ts'

const STARTS_AT = '2031-06-01T12:00:00.000Z'

inBrowser('a drop that opens later', (world) => {
  it.each(['desktop', 'phone'] as const)(
    'says when in the time zone of the claimer, on a %s',
    async (device) => {
      const shortcode = `later-${device}`
      await createDrop(world.server, { shortcode, status: 'SCHEDULED', startsAt: STARTS_AT })
      const { page, context } = await world.visit({ device })
      await page.goto(`/d/${shortcode}`)
      // British English writes summer time in Berlin as an offset.
      await page.getByText(/^Opens 1 Jun 2031, 14:00 (CEST|GMT\+2)$/).waitFor()
      await saveScreenshot(page, `scheduled-${device}`)
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Add to calendar' }).click()
      const lines = readFileSync(await (await download).path(), 'utf8').split('\r\n')
      expect(lines).toContain('DTSTART:20310601T120000Z')
      const alarm = lines.slice(lines.indexOf('BEGIN:VALARM'), lines.indexOf('END:VALARM') + 1)
      expect(alarm).toEqual([
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        'DESCRIPTION:Gold for all opens',
        'TRIGGER:-PT15M',
        'END:VALARM',
      ])
      await context.close()
      world.assertQuiet()
    },
  )
})
