/** Never through a floating-point number: this is what somebody is going to pay. */
export function inWholeUnits(atomic: bigint, decimals: number): string {
  const digits = String(atomic).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
