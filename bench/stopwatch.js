// Milliseconds of the steps of one run, by name.

export const stopwatch = () => {
  /** @type {Record<string, number>} */
  const took = {};
  /** @type {<T>(name: string, work: () => T) => T} */
  const time = (name, work) => {
    const start = performance.now();
    const result = work();
    took[name] = performance.now() - start;
    return result;
  };
  return { took, time };
};
