import { Gauge, type Registry } from 'prom-client'
import type { ServiceClock } from '../time/service-clock.ts'

export function registerClockGauges(registry: Registry, clock: Pick<ServiceClock, 'view'>): void {
  const registers = [registry]
  new Gauge({
    name: 'dropkit_clock_machine_ahead_seconds',
    aggregator: 'average',
    help: "How far this machine's clock is ahead of the service's time; negative if it is behind",
    registers,
    collect() {
      this.set(clock.view().systemAheadMs / 1_000)
    },
  })
  new Gauge({
    name: 'dropkit_clock_reference_jump_seconds',
    aggregator: 'average',
    help: 'How far the reference clock has jumped without being followed yet; 0 while it is followed',
    registers,
    collect() {
      this.set(clock.view().unfollowedMs / 1_000)
    },
  })
}
