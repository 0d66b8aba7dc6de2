import { type IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

const write = helmet({
  // API responses show nothing in a browser. A route that serves a page sets its own policy.
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  referrerPolicy: { policy: 'no-referrer' },
  xFrameOptions: { action: 'deny' },
  // Whether there is TLS is only known to the proxy that terminates it, which can set this header.
  strictTransportSecurity: false,
  // These headers only matter to old browsers, or for pages.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
})

/**
 * The security headers of every response. They do not depend on the request, so helmet writes them once into a dummy
 * response. Creating them for each request took as long as a small query.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = writtenOnce()

function writtenOnce(): Record<string, string> {
  const request = { method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 } as IncomingMessage
  const answer = new ServerResponse(request)
  write(request, answer, (error) => {
    if (error) throw error
  })
  return Object.fromEntries(Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]))
}
