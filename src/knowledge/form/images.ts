import type { When } from './effect.js';

/** `ghcr.io/example/postgresql:16` has the name `postgresql`. */
export const nameOfImage = (repository: unknown): string | undefined =>
  typeof repository === 'string' ? /([^/:@]+)(?::[^/]*)?(?:@.*)?$/.exec(repository)?.[1] : undefined;

export const tagOf = (image: unknown): string | undefined =>
  typeof image === 'string' ? /:([^/:@]+)(?:@.*)?$/.exec(image)?.[1] : undefined;

/** `v16.4-alpine` is of 16. */
export const majorOf = (tag: unknown): number => Number(/^v?(\d+)(?:[-+._].*)?$/.exec(String(tag))?.[1] ?? Number.NaN);

/** Whether both images are from the same repository, and so use the same tag scheme. */
export const sameImage: When = (was, is) => {
  const [old, now] = [was, is].map(nameOfImage);
  return old !== undefined && old === now;
};
