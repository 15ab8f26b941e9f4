/** One cycle for each group of addons that wait for each other; each starts with its first name. */
export const findCycles = (edges: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] => {
  const cycles: string[][] = [];
  const state = new Map<string, 'open' | 'done'>();
  for (const start of [...edges.keys()].sort()) {
    if (state.has(start)) continue;
    // An explicit stack: chains of thousands of addons must not exhaust the call stack.
    const path: string[] = [];
    const stack: { name: string; next: number }[] = [{ name: start, next: 0 }];
    state.set(start, 'open');
    path.push(start);
    while (stack.length > 0) {
      const top = stack[stack.length - 1]!;
      const to = edges.get(top.name)?.[top.next++];
      if (to === undefined) {
        state.set(top.name, 'done');
        stack.pop();
        path.pop();
      } else if (state.get(to) === 'open') {
        const cycle = path.slice(path.indexOf(to));
        const first = cycle.indexOf([...cycle].sort()[0]!);
        cycles.push([...cycle.slice(first), ...cycle.slice(0, first)]);
      } else if (!state.has(to)) {
        state.set(to, 'open');
        path.push(to);
        stack.push({ name: to, next: 0 });
      }
    }
  }
  return cycles;
};
