/** Whether templates may make an object of a kind: it is named in them, or a template itself. They may be in JSON. */
export const mayMakeKind = (templates: readonly string[], kind: string): boolean => {
  const named = new RegExp(`kind[\\\\"']*\\s*:\\s*[\\\\"']*(?:<<|${kind}\\b)`);
  return templates.some((text) => named.test(text));
};

/** The same with what comes by Kustomizations and further sets that they make. */
export const mayBringKind = (templates: readonly string[], kind: string): boolean =>
  [kind, 'Kustomization', 'ResourceSet'].some((one) => mayMakeKind(templates, one));
