// Files that a server and a browser could interpret differently.
import { deflateRawSync } from 'node:zlib'

export interface Upload {
  readonly what: string
  readonly bytes: Buffer
  readonly contentType: string
  readonly filename: string
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const GIF_HEAD = Buffer.from('GIF89a')
const SCRIPT = '<script>alert(document.domain)</script>'
const HTML = `<!doctype html><html><body onload="alert(1)">${SCRIPT}</body></html>`
const SVG = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:alert(1)"/></foreignObject></svg>`

/** A ZIP with one file of zeros that is a thousand times larger than the ZIP. */
function zipBomb(): Buffer {
  const packed = deflateRawSync(Buffer.alloc(5_000_000))
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(packed.length, 18)
  head.writeUInt32LE(5_000_000, 22)
  head.writeUInt16LE(1, 26)
  return Buffer.concat([head, Buffer.from('a'), packed])
}

const of = (what: string, bytes: Buffer | string, contentType: string, filename: string): Upload => ({
  what,
  bytes: Buffer.from(bytes),
  contentType,
  filename,
})

const FORMS: readonly Upload[] = [
  of(
    'a GIF that is JavaScript',
    Buffer.concat([GIF_HEAD, Buffer.from('/*\u0000\u0000*/=1;alert(1)//')]),
    'image/gif',
    'a.gif',
  ),
  of('a GIF that is HTML', Buffer.concat([GIF_HEAD, Buffer.from(HTML)]), 'image/gif', 'a.html'),
  of('a PNG with HTML behind it', Buffer.concat([PNG, Buffer.from(HTML)]), 'image/png', 'a.png'),
  of(
    'a PNG with HTML behind it, called HTML',
    Buffer.concat([PNG, Buffer.from(HTML)]),
    'text/html',
    'a.html',
  ),
  of(
    'a JPEG with PHP in its comment',
    Buffer.concat([Buffer.from('ffd8fffe0020', 'hex'), Buffer.from('<?php system($_GET[0]); ?>')]),
    'image/jpeg',
    'a.php.jpg',
  ),
  of('a PDF that is HTML', `%PDF-1.4\n${HTML}`, 'application/pdf', 'a.pdf'),
  of(
    'a ZIP that is HTML',
    Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.from(HTML)]),
    'application/zip',
    'a.zip',
  ),
  of(
    'an MP4 that is HTML',
    Buffer.concat([Buffer.from('AAAAGGZ0eXBpc29tAAAAAGlzb21tcDQy', 'base64'), Buffer.from(HTML)]),
    'video/mp4',
    'a.mp4',
  ),
  of(
    'a WebP that is a script',
    Buffer.from(`RIFF\u0000\u0000\u0000\u0000WEBPVP8 ${SCRIPT}`),
    'image/webp',
    'a.js',
  ),
  of(
    'an AVIF by its first bytes alone',
    Buffer.concat([Buffer.from('AAAAHGZ0eXBhdmlm', 'base64'), Buffer.from(SCRIPT)]),
    'image/avif',
    'a.avif',
  ),
  of('an SVG with a script', SVG, 'image/svg+xml', 'a.svg'),
  of('an SVG said to be a PNG', SVG, 'image/png', 'a.png'),
  of(
    'an SVG that draws on entities',
    '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>',
    'image/svg+xml',
    'a.svg',
  ),
  of('HTML', HTML, 'text/html', 'index.html'),
  of('HTML in UTF-7', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-', 'text/html; charset=utf-7', 'a.html'),
  of('HTML in UTF-16', Buffer.from(`\ufeff${HTML}`, 'utf16le'), 'text/html', 'a.html'),
  of(
    'XML with a style sheet',
    '<?xml-stylesheet href="javascript:alert(1)"?><a/>',
    'application/xml',
    'a.xml',
  ),
  of('XHTML', HTML, 'application/xhtml+xml', 'a.xhtml'),
  of('JavaScript', 'alert(1)', 'text/javascript', 'a.js'),
  of(
    'a service worker',
    'self.onfetch = e => e.respondWith(new Response(1))',
    'application/javascript',
    'sw.js',
  ),
  of('a web manifest', '{"start_url":"javascript:alert(1)"}', 'application/manifest+json', 'a.webmanifest'),
  of('a cache manifest', 'CACHE MANIFEST\n/', 'text/cache-manifest', 'a.appcache'),
  of(
    'a Flash policy',
    '<cross-domain-policy><allow-access-from domain="*"/></cross-domain-policy>',
    'text/x-cross-domain-policy',
    'crossdomain.xml',
  ),
  of(
    'an MHTML',
    'MIME-Version: 1.0\nContent-Type: text/html\n\n<script>alert(1)</script>',
    'message/rfc822',
    'a.mht',
  ),
  of(
    'a multipart that replaces itself',
    '--x\r\nContent-Type: text/html\r\n\r\n<script>alert(1)</script>\r\n--x--',
    'multipart/x-mixed-replace; boundary=x',
    'a',
  ),
  of('a ZIP bomb', zipBomb(), 'application/zip', 'bomb.zip'),
  of('an empty file', '', 'image/png', 'empty.png'),
  of('one byte', '\u0000', 'image/jpeg', 'one.jpg'),
  of('a signature alone', PNG.subarray(0, 8), 'image/png', 'head.png'),
]

const TYPES = [
  'text/html',
  'TEXT/HTML',
  'image/png\r\nX-Injected: 1',
  'image/png; x="\r\n\r\n<script>"',
  'image/png, text/html',
  'image/png;text/html',
  'image/PNG',
  ' image/png',
  'image/*',
  '*/*',
  'text/html\u0000image/png',
  'png',
  '',
]

const NAMES = [
  '../../../etc/passwd',
  '..\\..\\windows\\system32\\a.exe',
  '/etc/passwd',
  'C:\\a.txt',
  '%2e%2e%2fa.txt',
  '....//....//a.txt',
  '.htaccess',
  '..',
  '.',
  '',
  'a.png\u0000.html',
  'a\r\nContent-Type: text/html\r\n\r\n<script>.txt',
  'a"; filename="b.html',
  "a'; x.txt",
  'a;b=c.txt',
  '\u202egnp.exe',
  'a\u2028b.txt',
  `${'n'.repeat(255)}`,
  'n'.repeat(5_000),
  '<img src=x onerror=alert(1)>.png',
  'con.txt',
  'a.png/../../b.html',
  '😀'.repeat(80),
  '\ud800.png',
]

export const UPLOADS: readonly Upload[] = [
  ...FORMS,
  ...TYPES.map((type) => of(`a PNG of the type ${JSON.stringify(type)}`, PNG, type, 'a.png')),
  ...TYPES.map((type) => of(`HTML of the type ${JSON.stringify(type)}`, HTML, type, 'a.png')),
  ...NAMES.map((name) => of(`a PNG named ${JSON.stringify(name.slice(0, 40))}`, PNG, 'image/png', name)),
  ...NAMES.map((name) => of(`HTML named ${JSON.stringify(name.slice(0, 40))}`, HTML, 'text/html', name)),
]
