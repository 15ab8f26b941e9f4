const COMMAND = Symbol.for('fluxspan.command');

/** Whether this process is the executable, which says so, rather than a program that imports the package. */
export const isCommand = (): boolean => Reflect.has(globalThis, COMMAND);
