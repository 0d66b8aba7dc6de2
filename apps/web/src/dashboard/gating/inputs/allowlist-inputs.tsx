import { Alert, Button, FileButton, Group, List, Paper, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconFileText, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { uploadFile } from '../../../api/upload.ts'
import { useLatest } from '../../../components/use-latest.ts'
import { inPlainWords } from '../../../words/error-words.ts'
import { inForms } from '../../../words/messages/forms.ts'
import { readList, writeList } from '../rule-kinds.ts'
import { lineNumbers, readWalletLines, type WalletLines } from '../rules.ts'
import { OperatorSelect, type RuleInputProps, useParts } from './written-inputs.tsx'

/** Longer lists are uploaded as a file, so that a claim looks up one address and does not read the whole list. */
const MAX_INLINE = 100

const MAX_SHOWN_LINES = 6

/** How many wallets a list contains, and which lines are duplicates or invalid. */
function WalletLinesReport({
  lines: { addresses, duplicates, errors },
  onLeaveOut,
}: {
  readonly lines: WalletLines
  readonly onLeaveOut: () => void
}) {
  if (addresses.length + errors.length === 0) return null
  return (
    <>
      <Text size="sm" c="dimmed" className="numbers" role="status">
        {duplicates.length === 0
          ? inForms('wallets', { count: addresses.length })
          : inForms('walletsRepeated', {
              count: addresses.length,
              repeats: duplicates.length,
              lines: lineNumbers(duplicates),
            })}
      </Text>
      {errors.length === 0 ? null : (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle size={18} />}
          title={inForms('linesWithoutAddress', { count: errors.length })}
        >
          <List size="sm" spacing={2}>
            {errors.slice(0, MAX_SHOWN_LINES).map(({ line, text }) => (
              <List.Item key={line} style={{ overflowWrap: 'anywhere' }}>
                {inForms('lineLineText', { line, text })}
              </List.Item>
            ))}
          </List>
          {errors.length > MAX_SHOWN_LINES ? (
            <Text size="sm">
              {inForms('alsoLines', {
                lines: lineNumbers(
                  errors.slice(MAX_SHOWN_LINES).map(({ line }) => line),
                  12,
                ),
              })}
            </Text>
          ) : null}
          <Button variant="light" color="red" size="xs" mt="xs" onClick={onLeaveOut}>
            {inForms('leaveOut', { count: errors.length })}
          </Button>
        </Alert>
      )}
    </>
  )
}

/** The wallets of a list: typed, pasted, or from a CSV or text file. */
export function AllowlistInputs({ rule, onChange, error }: RuleInputProps) {
  const list = readList(rule.value)
  // Other rules may change during an upload.
  const latestOnChange = useLatest(onChange)
  const setValue = (value: string) => latestOnChange.current({ value })
  const [text, setText] = useParts(
    rule.value,
    setValue,
    (value) => readInline(value).join('\n'),
    (typed) => writeList({ kind: 'inline', addresses: asInline(readWalletLines(typed)) }),
  )
  const [isSending, setSending] = useState(false)
  const [uploadError, setUploadError] = useState<string>()
  const [savedAs, setSavedAs] = useState<string>()
  const lines = readWalletLines(text)

  const saveList = async (found: WalletLines, name: string) => {
    if (found.addresses.length <= MAX_INLINE) return
    setSending(true)
    setUploadError(undefined)
    try {
      const file = new File([found.addresses.join('\n')], name, { type: 'text/plain' })
      const url = await uploadFile(file)
      setSavedAs(inForms('wallets', { count: found.addresses.length }))
      setValue(writeList({ kind: 'file', url }))
    } catch (thrown) {
      setUploadError(inPlainWords(thrown))
    } finally {
      setSending(false)
    }
  }
  const take = async (file: File | null) => {
    if (!file) return
    setUploadError(undefined)
    const content = await file.text().catch(() => null)
    if (content === null) return setUploadError(inForms('fileNotRead', { name: file.name }))
    const found = readWalletLines(content)
    setText(content)
    if (found.errors.length === 0) await saveList(found, file.name)
  }
  const leaveOutInvalidLines = async () => {
    setText(lines.addresses.join('\n'))
    await saveList(lines, 'wallets.txt')
  }

  return (
    <>
      <OperatorSelect rule={rule} onChange={onChange} label={inForms('whether')} />
      {list.kind === 'file' ? (
        <Paper withBorder p="sm">
          <Group gap="sm" justify="space-between">
            <Group gap="xs" wrap="nowrap">
              <IconFileText size={20} aria-hidden />
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {fileName(list.url)}
                {savedAs === undefined ? null : `, ${savedAs}`}
              </Text>
            </Group>
            <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setValue('')}>
              {inForms('replaceList')}
            </Button>
          </Group>
        </Paper>
      ) : (
        <>
          <Textarea
            label={inForms('wallets2')}
            description={inForms('oneAddressPerLine')}
            placeholder={'0x1234…\n0x5678…'}
            autosize
            minRows={3}
            maxRows={10}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onBlur={() => {
              if (lines.errors.length === 0) void saveList(lines, 'wallets.txt')
            }}
            error={lines.errors.length > 0 ? undefined : (uploadError ?? error)}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
          />
          <WalletLinesReport lines={lines} onLeaveOut={() => void leaveOutInvalidLines()} />
        </>
      )}
      <FileButton onChange={(file) => void take(file)} accept=".csv,.txt,text/csv,text/plain">
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={isSending}
            leftSection={<IconUpload size={16} />}
            style={{ alignSelf: 'start' }}
          >
            {inForms('readCsvOrText')}
          </Button>
        )}
      </FileButton>
    </>
  )
}

const fileName = (url: string): string => decodeURIComponent(url.split('/').at(-1) ?? url)

const readInline = (value: string): readonly string[] => {
  const list = readList(value)
  return list.kind === 'inline' ? list.addresses : []
}

/** Invalid addresses stay in the list, so that it does not count as valid. */
const asInline = ({ addresses, errors }: WalletLines): readonly string[] => [
  ...addresses,
  ...errors.map(({ text }) => text.replaceAll(',', ' ')),
]
