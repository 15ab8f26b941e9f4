/**
 * Few functions of tests run so long that V8's optimizing compiler, which takes a sixth of the time with its usual budget,
 * gains what it costs. Options of Node by its version of V8; Node doesn't start with one that it doesn't have.
 */
const OPTIONS: Readonly<Record<string, string>> = {
  '11.3': '--interrupt-budget=600000',
  '12.4': '--invocation-count-for-turbofan=12000',
};

const option = OPTIONS[process.versions.v8.split('.', 2).join('.')];
export const optimizeLater: readonly string[] = option === undefined ? [] : [option];
