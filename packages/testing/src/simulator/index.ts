export type { BugHooks, PlantedBug } from './planted-bug.ts'
export { plantedBugs } from './planted-bugs/index.ts'
export { type SimulationResult, simulate } from './simulate.ts'
export type { SimulationOptions } from './world.ts'
