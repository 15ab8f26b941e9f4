import type { Json } from './rendered-object.js';

/** Whether an object says that Flux is not to substitute in it. */
export const isDisabled = (json: Json): boolean => {
  const metadata = json['metadata'] as
    | { labels?: Record<string, unknown>; annotations?: Record<string, unknown> }
    | undefined;
  const key = 'kustomize.toolkit.fluxcd.io/substitute';
  return metadata?.labels?.[key] === 'disabled' || metadata?.annotations?.[key] === 'disabled';
};
