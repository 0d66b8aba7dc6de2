import { describe, expect, it } from 'vitest'
import { misspeltSettings } from './misspelt-settings.ts'

describe('a variable with a name similar to a setting', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABAES_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['SUI_TREASURYY_KEY', 'SUI_TREASURY_KEY'],
    ['DATADIR', 'DATA_DIR'],
    ['data_dir', 'DATA_DIR'],
  ])('is named with the one that is meant: %s', (name, meant) => {
    expect(misspeltSettings({ [name]: 'x' })).toEqual([`${name} is no setting. Is ${meant} meant?`])
  })

  it('is of no interest where the setting itself is given', () => {
    expect(misspeltSettings({ REDIS_URI: 'x', REDIS_URL: 'redis://localhost' })).toEqual([])
  })

  it('is none of the settings, and nothing that others set', () => {
    const others = ['DATA_DIR', 'HOSTS', 'SORT', 'PATH', 'XDG_DATA_DIRS', 'SUI_WALLET_KEY', 'SUI_CONFIG_DIR']
    expect(misspeltSettings(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([])
  })
})
