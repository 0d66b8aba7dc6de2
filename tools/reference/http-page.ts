import { type DescribedRoute, jsonSchemaOf } from '../../apps/server/src/routes/described-route.ts'
import { HTTP_API } from '../../apps/server/src/routes/http-api.ts'
import { VERSION } from '../../apps/server/src/start-up.ts'
import { code, heading, link, list, type Page, parts, slugOf, table } from './markdown.ts'

export const OPEN_API_FILE = 'openapi.json'

const areas = [...new Set(HTTP_API.map(({ area }) => area))]

export const httpPage: Page = {
  file: 'http.md',
  title: 'HTTP routes',
  about: 'All HTTP routes: sign-in, key rotation, exports, uploads, health.',
  text: () =>
    parts(
      `OpenAPI 3.1 document: ${link(OPEN_API_FILE, OPEN_API_FILE)}. GET routes also answer HEAD. OPTIONS requests need no credential and are answered 204, with CORS headers for origins in ${code('CORS_ORIGINS')}. A refusal has the fields ${code('error')}, ${code('code')}, ${code('retryable')} and ${code('requestId')}, and if applicable ${code('field')} and ${code('details')}; ${link('the codes', 'codes.md')} are those of GraphQL. Every POST route can also answer 413 (the body is too large) and 415 (the server does not read this media type), and every route 500 (an internal error).`,
      list(areas.map((area) => link(area, `#${slugOf(area)}`))),
      ...areas.map((area) =>
        parts(heading(2, area), ...HTTP_API.filter((route) => route.area === area).map(routeSection)),
      ),
    ),
}

const CREDENTIALS = {
  required: 'Requires a credential.',
  optional: 'A credential is optional; a wrong one is refused.',
  none: 'No credential is read.',
} as const

const routeSection = ({ method, path, summary, credential, body, answers }: DescribedRoute): string =>
  parts(
    heading(3, code(`${method} ${path}`)),
    `${summary} ${CREDENTIALS[credential]}`,
    body === undefined ? '' : `The body: ${shown(body)}.`,
    table(
      ['status', 'meaning', 'body'],
      Object.entries(answers).map(([status, { meaning, type, schema }]) => [
        status,
        meaning,
        schema === undefined ? (type === undefined ? 'none' : code(type)) : shown(schema),
      ]),
    ),
  )

/** How a JSON Schema refers to a schema with an `id`. */
const DEFINED = '#/$defs/'

/** The fields of a body, each listed once. The OpenAPI document has the details. */
function shown(schema: NonNullable<DescribedRoute['body']>): string {
  const { $ref, $defs = {}, ...own } = jsonSchemaOf(schema, 'sent')
  const { properties = {}, required = [] } =
    $ref === undefined ? own : ($defs[$ref.replace(DEFINED, '')] ?? {})
  return Object.keys(properties)
    .map((name) => code(required.includes(name) ? name : `${name}?`))
    .join(', ')
}

const NAMES = /:(\w+)/g
/** Converts `/files/:id/*` to `/files/{id}/{rest}`. */
const pathOf = (path: string): string => path.replaceAll(NAMES, '{$1}').replace('*', '{rest}')

/** Adds the schemas with an `id` that its answers refer to. */
function operationOf(
  { path, area, summary, credential, body, answers }: DescribedRoute,
  schemas: Record<string, object>,
) {
  const names = [...pathOf(path).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const content = (schema: object, ...types: readonly string[]) => ({
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
  })
  const answered = (schema: NonNullable<DescribedRoute['body']>) => {
    const { $defs, ...own } = jsonSchemaOf(schema, 'answered')
    Object.assign(schemas, $defs)
    return own
  }
  return {
    tags: [area],
    summary,
    ...(credential === 'none'
      ? {}
      : { security: credential === 'required' ? [{ bearer: [] }] : [{}, { bearer: [] }] }),
    ...(names.length === 0
      ? {}
      : {
          parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, ...content(jsonSchemaOf(body, 'sent'), 'application/json') } }),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, { meaning, type, schema, alsoType }]) => [
        status,
        {
          description: meaning,
          ...(schema !== undefined
            ? content(answered(schema), 'application/json', ...(alsoType === undefined ? [] : [alsoType]))
            : type === undefined
              ? {}
              : content({}, type)),
        },
      ]),
    ),
  }
}

const WIDTH = 110

/** JSON with each object and list on one line if it fits there, after `taken` columns. */
function jsonText(value: unknown, indent = '', taken = 0): string {
  // A line break inside a string is escaped, so only those of the layout are replaced.
  const line = JSON.stringify(value, null, 1)
    .replaceAll(/(?<=\[)\n *|\n *(?=\])/g, '')
    .replaceAll(/\n */g, ' ')
  if (typeof value !== 'object' || value === null || taken + line.length < WIDTH) return line
  const isList = Array.isArray(value)
  const inner = `${indent}  `
  const members = Object.entries(value).map(([key, member]) => {
    const start = isList ? inner : `${inner}${JSON.stringify(key)}: `
    return start + jsonText(member, inner, start.length)
  })
  return `${isList ? '[' : '{'}\n${members.join(',\n')}\n${indent}${isList ? ']' : '}'}`
}

/** The HTTP routes as an OpenAPI 3.1 document. */
export function openApiText(): string {
  const paths: Record<string, Record<string, object>> = {}
  const schemas: Record<string, object> = {}
  for (const route of HTTP_API) {
    const path = pathOf(route.path)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, schemas) }
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Dropkit over HTTP', version: VERSION },
    paths,
    components: { schemas, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  }
  return `${jsonText(JSON.parse(JSON.stringify(document).replaceAll(DEFINED, '#/components/schemas/')))}\n`
}
