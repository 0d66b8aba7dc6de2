import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

const style = `
  body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: #1d2733; background: #f6f7f9 }
  main { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; padding: 16px; max-width: 1400px; margin: auto }
  header, .wide { grid-column: 1 / -1 }
  h1 { font-size: 20px; margin: 0 }
  label { display: block; font-weight: 600; margin-bottom: 4px }
  input, textarea, pre { box-sizing: border-box; width: 100%; padding: 8px; margin: 0; border: 1px solid #c3cad4;
    border-radius: 4px; background: #fff; font: 13px/1.5 ui-monospace, monospace }
  textarea { height: 40vh; resize: vertical } #variables { height: 10vh }
  pre { height: 54vh; overflow: auto; white-space: pre-wrap }
  button { font: inherit; padding: 6px 20px; border: 0; border-radius: 4px; background: #1b5fd1; color: #fff }
  @media (max-width: 800px) { main { grid-template-columns: 1fr } }
`

const script = `
  const part = (id) => document.getElementById(id)
  part('form').addEventListener('submit', async (event) => {
    event.preventDefault()
    const show = (text) => { part('result').textContent = text }
    try {
      const variables = part('variables').value.trim()
      const response = await fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: part('authorization').value },
        body: JSON.stringify({
          query: part('query').value,
          variables: variables === '' ? undefined : JSON.parse(variables),
        }),
      })
      show(JSON.stringify(await response.json(), null, 2))
    } catch (error) {
      show(String(error))
    }
  })
`

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dropkit explorer</title>
<style>${style}</style>
<form id="form">
<main>
  <header><h1>Dropkit explorer</h1></header>
  <div class="wide"><label for="authorization">Authorization</label>
    <input id="authorization" autocomplete="off" spellcheck="false" value="Bearer "></div>
  <div>
    <label for="query">Query</label>
    <textarea id="query" spellcheck="false">{ me { id username } }</textarea>
    <label for="variables">Variables</label>
    <textarea id="variables" spellcheck="false"></textarea>
  </div>
  <div><label for="result">Result</label><pre id="result" tabindex="0"></pre></div>
  <div class="wide"><button>Run</button></div>
</main>
</form>
<script>${script}</script>
</html>
`

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const policy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A page for trying queries. It is self-contained and sends requests only to this server. */
export const explorerPage = {
  send: (reply: FastifyReply): FastifyReply =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .send(html),
}
