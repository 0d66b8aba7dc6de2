// Unpacks the Chromium of this folder's package into TMPDIR, once, and prints where it is. With the variable that its
// package looks at it also brings the libraries that a bare machine lacks.
process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
const { default: chromium } = await import('@sparticuz/chromium')
console.log(await chromium.executablePath())
