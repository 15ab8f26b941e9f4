import { availableParallelism } from 'node:os';

/** A thread loads packages and the app by itself, which takes as long as this many clusters. */
const FEWEST = 16;
/** More threads wait for each other's memory. */
const MOST = 4;

/**
 * Shares clusters among threads: the first share is this thread's own, which has loaded the app already, and is larger.
 *
 * @param setting `FLUXSPAN_THREADS`: how many threads to use @default - as many as the machine has cores, at most four
 */
export const shareClusters = (
  clusters: readonly { readonly name: string }[],
  setting: string | undefined,
  cores: number = availableParallelism(),
): readonly (readonly string[])[] => {
  const names = clusters.map(({ name }) => name);
  const wanted = /^[1-9]\d*$/.test(setting ?? '') ? Number(setting) : Math.min(cores, MOST);
  const threads = Math.min(wanted, Math.floor(names.length / FEWEST));
  if (threads < 2) return [names];
  const others = Math.floor((names.length - FEWEST) / threads);
  const own = names.length - others * (threads - 1);
  return [
    names.slice(0, own),
    ...Array.from({ length: threads - 1 }, (_, index) => names.slice(own + index * others, own + (index + 1) * others)),
  ];
};
