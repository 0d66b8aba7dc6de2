import type { DrawCheck, DrawRecord } from '@dropkit/core'
import { parseDrawRecord } from '@dropkit/core/internal'
import { Button, Card, FileButton, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { TranslatedError } from '../api/errors.ts'
import { ErrorMessage } from '../components/error-message.tsx'
import { count } from '../words/amount.ts'
import { inVerify } from '../words/messages.ts'
import { browserHashes, checkDraws, yieldToBrowser } from './draws.ts'
import { Verdict } from './verdict.tsx'

type FileCheckState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  /** `fields` names the wrong fields; it is `none` if the text is not JSON. */
  | { readonly kind: 'unreadable'; readonly fields: string }
  | {
      readonly kind: 'done'
      readonly check: DrawCheck
      readonly record: DrawRecord
      readonly from: string | null
    }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Checks draws from a file, for example of a deleted drop, or written by a command. */
export function FileCheck() {
  const [text, setText] = useState('')
  const [state, setState] = useState<FileCheckState>({ kind: 'idle' })

  async function check(json: string, from: string | null): Promise<void> {
    const record = parseDrawRecord(json)
    if (!record.ok) {
      const fields = record.error.map(({ name }) => name).join(', ') || 'none'
      return setState({ kind: 'unreadable', fields })
    }
    setState({ kind: 'checking' })
    try {
      const found = await checkDraws(record.value, browserHashes, yieldToBrowser)
      setState({ kind: 'done', check: found, record: record.value, from })
    } catch (error) {
      setState({ kind: 'failed', error })
    }
  }
  async function take(file: File | null): Promise<void> {
    if (file === null) return
    // The file's text is not put into the field, because a hundred thousand draws would block the page.
    setText('')
    const content = await file.text().catch(() => null)
    if (content === null) {
      const error = new TranslatedError(inVerify('fileNotRead', { name: file.name }))
      return setState({ kind: 'failed', error })
    }
    await check(content, file.name)
  }

  return (
    <Stack gap="md">
      <Card withBorder padding="lg">
        <Stack gap="md">
          <div>
            <Title order={2} size="h4">
              {inVerify('checkFile')}
            </Title>
            <Text size="sm" c="dimmed">
              {inVerify('drawsOfDeletedDrop')}
            </Text>
          </div>
          <Textarea
            label={inVerify('drawsAsJson')}
            placeholder={'{"dropId": "drop_…", "draws": […]}'}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={
              state.kind === 'unreadable' ? inVerify('thisCannotBeRead', { fields: state.fields }) : undefined
            }
            minRows={4}
            maxRows={10}
            autosize
            spellCheck={false}
            styles={{
              input: { fontFamily: 'var(--mantine-font-family-monospace)' },
              error: { whiteSpace: 'pre-line' },
            }}
          />
          <Group gap="sm">
            <Button
              variant="light"
              onClick={() => check(text, null)}
              loading={state.kind === 'checking'}
              disabled={text.trim() === ''}
            >
              {inVerify('checkTheseDraws')}
            </Button>
            <FileButton onChange={take} accept="application/json,.json">
              {(props) => (
                <Button {...props} variant="subtle" leftSection={<IconFileUpload size={18} aria-hidden />}>
                  {inVerify('chooseFile')}
                </Button>
              )}
            </FileButton>
          </Group>
        </Stack>
      </Card>
      {state.kind === 'failed' ? (
        <ErrorMessage title={inVerify('drawsCouldNotBe')} error={state.error} />
      ) : null}
      {state.kind === 'done' ? (
        <>
          {state.from === null ? null : (
            <Text size="sm" c="dimmed">
              {state.from}:
            </Text>
          )}
          <Verdict check={state.check} pool={state.record.pool} supply={state.record.supply} show={count} />
        </>
      ) : null}
    </Stack>
  )
}
