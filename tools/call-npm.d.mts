export declare const callNpm: (
  root: string,
  npmArguments: readonly string[],
  onStart: (processId: number) => void,
) => Promise<number>
