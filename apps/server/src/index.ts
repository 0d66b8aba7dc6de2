export { type Config, type ConfigFaults, readConfig } from './config/read-config.ts'
export { SETTINGS, settingsTable } from './config/settings.ts'
export { type RunningServer, startServer } from './running-server.ts'
export { StartUpFault } from './start-up-fault.ts'
