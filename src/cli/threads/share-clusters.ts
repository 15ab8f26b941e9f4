/** A thread loads packages and the app by itself, which takes as long as this many clusters. */
const FEWEST = 16;
/** Two on two cores took 1.3 times the processor time, and saved next to nothing: one keeps both busy already. */
const THREADS = 1;

/**
 * Shares clusters among threads: the first share is this thread's own, which has loaded the app already, and is larger.
 *
 * @param setting `FLUXSPAN_THREADS`: how many threads to use @default - one
 */
export const shareClusters = (
  clusters: readonly { readonly name: string }[],
  setting: string | undefined,
): readonly (readonly string[])[] => {
  const names = clusters.map(({ name }) => name);
  const wanted = /^[1-9]\d*$/.test(setting ?? '') ? Number(setting) : THREADS;
  const threads = Math.min(wanted, Math.floor(names.length / FEWEST));
  if (threads < 2) return [names];
  const others = Math.floor((names.length - FEWEST) / threads);
  const own = names.length - others * (threads - 1);
  return [
    names.slice(0, own),
    ...Array.from({ length: threads - 1 }, (_, index) => names.slice(own + index * others, own + (index + 1) * others)),
  ];
};
