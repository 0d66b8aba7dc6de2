import { type IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

const write = helmet({
  // An API shows nothing in a browser; a route that serves a page sets its own.
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  referrerPolicy: { policy: 'no-referrer' },
  xFrameOptions: { action: 'deny' },
  // Whoever ends TLS in front of the server knows whether there is any.
  strictTransportSecurity: false,
  // These say something to old browsers, or about pages, alone.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
})

/**
 * What every answer tells a browser. None of it depends on the request, so helmet writes it once, into an answer to
 * nobody: putting it together anew for each request took as long as running a small query.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = writtenOnce()

function writtenOnce(): Record<string, string> {
  const request = { method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 } as IncomingMessage
  const answer = new ServerResponse(request)
  write(request, answer, (fault) => {
    if (fault) throw fault
  })
  return Object.fromEntries(Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]))
}
