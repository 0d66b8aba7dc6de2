import { Box, Button, Group, Input, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconPhotoUp } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { TranslatedError } from '../api/errors.ts'
import { MAX_FILE_BYTES, uploadFile } from '../api/upload.ts'
import { foreignPictureHost } from '../page/shown-picture.ts'
import { inPlainWords } from '../words/error-words.ts'
import { inForms } from '../words/messages/forms.ts'
import { useLatest } from './use-latest.ts'

/** The types that the server serves as pictures. It serves all others as downloads. */
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

/** A picture of up to this size with short enough edges is uploaded unchanged. */
const SMALL_BYTES = 200 * 1024
const QUALITY = 0.85

/**
 * Returns the picture to upload, with no edge longer than `maxEdgePx`, so that pages do not load more pixels than they
 * show. Throws a `TranslatedError` if browsers cannot show the file, whatever its name. Animated GIFs keep their frames; other
 * pictures lose their metadata.
 */
async function preparePicture(file: File, maxEdgePx: number): Promise<File> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null) throw new TranslatedError(inForms('fileIsNoPicture', { name: file.name }))
  try {
    const scale = Math.min(1, maxEdgePx / Math.max(picture.width, picture.height))
    // A photo's metadata may contain its location. Redrawing the photo removes the metadata.
    const isAsItIs = scale === 1 && file.type === 'image/png'
    if (file.type === 'image/gif' || (isAsItIs && file.size <= SMALL_BYTES)) return file
    const width = Math.max(1, Math.round(picture.width * scale))
    const height = Math.max(1, Math.round(picture.height * scale))
    const canvas = new OffscreenCanvas(width, height)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY })
    if (isAsItIs && blob.size >= file.size) return file
    // Browsers that cannot write WebP write PNG.
    const name = `${file.name.replace(/\.\w+$/, '')}.${blob.type.split('/').at(-1)}`
    return new File([blob], name, { type: blob.type })
  } finally {
    picture.close()
  }
}

/** A picture field: drop or choose a file, and it is uploaded at once and previewed. */
export function PictureField({
  label,
  description,
  imageUrl,
  onChange,
  preview,
  maxEdgePx,
  error,
}: {
  readonly label: string
  readonly description?: string
  readonly imageUrl: string | null
  readonly onChange: (imageUrl: string | null) => void
  /** A preview of the picture as pages will show it. */
  readonly preview: ReactNode
  /** Larger pictures are scaled down before the upload. */
  readonly maxEdgePx: number
  readonly error?: string | undefined
}) {
  const [isSending, setSending] = useState(false)
  const [uploadError, setUploadError] = useState<string>()
  // The form may change during the upload.
  const latestOnChange = useLatest(onChange)
  const send = async (file: File | undefined) => {
    if (!file) return
    setSending(true)
    setUploadError(undefined)
    try {
      const url = await uploadFile(await preparePicture(file, maxEdgePx))
      latestOnChange.current(url)
    } catch (thrown) {
      setUploadError(inPlainWords(thrown))
    } finally {
      setSending(false)
    }
  }

  const foreignHost = imageUrl === null ? null : foreignPictureHost(imageUrl)
  return (
    <Input.Wrapper label={label} description={description} error={uploadError ?? error} labelElement="div">
      <Group align="stretch" gap="md" mt={6}>
        <Box flex="1 1 200px" maw={{ base: '100%', xs: 280 }}>
          {preview}
        </Box>
        <Stack flex="1 1 200px" gap="xs" justify="center">
          <Dropzone
            onDrop={([file]) => void send(file)}
            onReject={([rejected]) =>
              setUploadError(
                rejected?.errors[0]?.code === 'file-too-large'
                  ? inForms('thisPictureIsLarger')
                  : inForms('thisIsNoPicture'),
              )
            }
            accept={PICTURES}
            maxSize={MAX_FILE_BYTES}
            multiple={false}
            loading={isSending}
            p="md"
            aria-label={inForms('labelChooseFile', { label })}
            inputProps={{ 'aria-label': label }}
          >
            <Group gap="sm" wrap="nowrap" style={{ pointerEvents: 'none' }}>
              <IconPhotoUp size={26} aria-hidden />
              <div>
                <Text size="sm" fw={600}>
                  {inForms('dropPictureHereOr')}
                </Text>
                <Text size="xs" c="dimmed">
                  {inForms('pngJpegGifWebp')}
                </Text>
              </div>
            </Group>
          </Dropzone>
          {foreignHost === null ? null : (
            <Text size="sm" role="status">
              {inForms.rich('thisPictureIsAt', { foreignHost: () => <b>{foreignHost}</b> })}
            </Text>
          )}
          {imageUrl === null ? null : (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              style={{ alignSelf: 'start' }}
              onClick={() => onChange(null)}
            >
              {inForms('removePicture')}
            </Button>
          )}
        </Stack>
      </Group>
    </Input.Wrapper>
  )
}
