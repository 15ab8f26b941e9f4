/** The namespaces that the source of a chart may live in: Flux's own, or that of the release. */
export const sourceNamespaces = ['flux-system', 'release-namespace'] as const;
/** Where the source of a chart lives: with Flux, or with the release that reads it. */
export type SourceNamespace = (typeof sourceNamespaces)[number];
