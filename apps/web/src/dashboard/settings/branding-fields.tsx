import {
  Avatar,
  Button,
  Center,
  Group,
  Input,
  Stack,
  Text,
  Title,
  useComputedColorScheme,
} from '@mantine/core'
import { DropPicture } from '../../components/drop-picture.tsx'
import { PictureField } from '../../components/picture-field.tsx'
import { accentShades } from '../../page/accent-shades.ts'
import { shownPicture } from '../../page/shown-picture.ts'
import { fieldError } from '../../words/error-words.ts'
import { inSettings } from '../../words/messages/settings.ts'
import classes from './settings.module.css'

export interface Branding {
  readonly logo: string | null
  readonly cover: string | null
  readonly accentColor: string | null
}

const USUAL_COLOR = '#0b6e4f'
const SCHEMES = ['light', 'dark'] as const

/** The looks of the creator's page and of claim pages. */
export function BrandingFields({
  branding,
  onChange,
  error,
}: {
  readonly branding: Branding
  readonly onChange: (branding: Branding) => void
  readonly error: Error | null
}) {
  const { logo, cover, accentColor } = branding
  return (
    <Stack gap="md">
      <div>
        <Title order={3} size="h5">
          {inSettings('branding')}
        </Title>
        <Text size="sm" c="dimmed">
          {inSettings('brandingText')}
        </Text>
      </div>
      <Input.Wrapper
        label={inSettings('accentColor')}
        description={inSettings('accentColorText')}
        error={fieldError(error, 'accentColor')}
        labelProps={{ htmlFor: 'accent-color' }}
      >
        <Group gap="sm" mt={6}>
          <input
            id="accent-color"
            type="color"
            className={classes['color']}
            value={accentColor ?? USUAL_COLOR}
            onChange={({ currentTarget }) => onChange({ ...branding, accentColor: currentTarget.value })}
          />
          {SCHEMES.map((scheme) => (
            <Sample key={scheme} accent={accentColor ?? USUAL_COLOR} scheme={scheme} />
          ))}
          {accentColor === null ? null : (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              onClick={() => onChange({ ...branding, accentColor: null })}
            >
              {inSettings('usualColor')}
            </Button>
          )}
        </Group>
      </Input.Wrapper>
      <PictureField
        label={inSettings('logo')}
        description={inSettings('logoText')}
        imageUrl={logo}
        maxEdgePx={256}
        onChange={(next) => onChange({ ...branding, logo: next })}
        error={fieldError(error, 'logo')}
        preview={
          <Center h="100%">
            <Avatar src={shownPicture(logo)} size={88} radius="lg" alt="" aria-hidden />
          </Center>
        }
      />
      <PictureField
        label={inSettings('cover')}
        description={inSettings('coverText')}
        imageUrl={cover}
        maxEdgePx={1_920}
        onChange={(next) => onChange({ ...branding, cover: next })}
        error={fieldError(error, 'cover')}
        preview={
          cover === null ? (
            <NoCover accent={accentColor ?? USUAL_COLOR} />
          ) : (
            <DropPicture id="cover" imageUrl={cover} ratio={3} widthPx={280} />
          )
        }
      />
    </Stack>
  )
}

/** A button and a link in the shades that pages show, in one color scheme. */
function Sample({ accent, scheme }: { readonly accent: string; readonly scheme: 'light' | 'dark' }) {
  const shades = accentShades(accent, scheme)
  if (shades === null) return null
  return (
    <span className={classes['sample']} data-scheme={scheme} aria-hidden>
      <span className={classes['colorButton']} style={{ background: shades.filled }}>
        {inSettings('sample')}
      </span>
      <span style={{ color: shades.text }}>{inSettings('sample')}</span>
    </span>
  )
}

/** The top of a page without a cover. */
function NoCover({ accent }: { readonly accent: string }) {
  const shades = accentShades(accent, useComputedColorScheme('light'))
  const background = shades ? `linear-gradient(120deg, ${shades.filled}, ${shades.light})` : undefined
  return <div className={classes['noCover']} style={{ background }} aria-hidden />
}
