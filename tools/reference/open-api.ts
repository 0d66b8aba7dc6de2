import { type DescribedRoute, HTTP_API, jsonSchemaOf } from '../../apps/server/src/routes/http-api.ts'
import { VERSION } from '../../apps/server/src/version.ts'

const NAMES = /:(\w+)/g
/** Converts `/files/:id/*` to `/files/{id}/{rest}`. */
const pathOf = (path: string): string => path.replaceAll(NAMES, '{$1}').replace('*', '{rest}')

function operationOf({ path, area, summary, credential, body, answers }: DescribedRoute) {
  const names = [...pathOf(path).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const content = (type: string, schema: object) => ({ content: { [type]: { schema } } })
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
      : { requestBody: { required: true, ...content('application/json', jsonSchemaOf(body, 'sent')) } }),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, { meaning, type, schema }]) => [
        status,
        {
          description: meaning,
          ...(schema !== undefined
            ? content('application/json', jsonSchemaOf(schema, 'answered'))
            : type === undefined
              ? {}
              : content(type, {})),
        },
      ]),
    ),
  }
}

/** The HTTP routes as an OpenAPI 3.1 document. */
export function openApiText(): string {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of HTTP_API) {
    const path = pathOf(route.path)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Dropkit over HTTP', version: VERSION },
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
