/** The label or annotation with which an object says so. */
export const SUBSTITUTE_MARK = 'kustomize.toolkit.fluxcd.io/substitute';

/** Whether an object says that Flux is not to substitute in it. */
export const isDisabled = (json: Readonly<Record<string, unknown>>): boolean => {
  const metadata = json['metadata'] as
    | { labels?: Record<string, unknown>; annotations?: Record<string, unknown> }
    | undefined;
  return metadata?.labels?.[SUBSTITUTE_MARK] === 'disabled' || metadata?.annotations?.[SUBSTITUTE_MARK] === 'disabled';
};
