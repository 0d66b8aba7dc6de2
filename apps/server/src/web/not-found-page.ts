/** The page for an unknown path. It loads no other file. */
export const NOT_FOUND_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page not found · Dropkit</title>
</head>
<body>
<h1>Page not found</h1>
<p>There is nothing at this address. Check the link, or <a href="/dashboard">go to the dashboard</a>.</p>
</body>
</html>
`

export const NOT_FOUND_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Whether the request accepts HTML, as a browser does when it opens a page. */
export const wantsPage = (method: string, accept: string | undefined): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(accept ?? '')
