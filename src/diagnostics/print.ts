import type { Diagnostic, Place } from './diagnostic.js';

/** `dev/addons/authentik/HTTPRoute/authentik`: cluster, addon, object. */
const placeText = ({ cluster, addon, object, file }: Place): string =>
  file ?? [cluster, addon, object].filter((part) => part !== undefined).join('/');

/** Control characters as escapes: what a name holds must not steer the terminal. */
const visible = (text: string): string =>
  text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for; a tab and a newline stay
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * A diagnostic as text, in three parts: what, where, and what to do.
 *
 * ```
 * error FX203 missing-provider: addon 'karpenter' requires 'karpenter.sh', which no earlier stage provides
 *   at   dev/karpenter  requires  src/platform/dev.ts:12
 *   fix  add an addon that provides it to an earlier stage
 * ```
 */
export const printDiagnostic = (diagnostic: Diagnostic): string => {
  const { at } = diagnostic;
  const where = [placeText(at), at.path, at.source].filter((part) => part !== undefined && part !== '');
  const lines = [
    `${diagnostic.severity} ${diagnostic.code} ${diagnostic.name}: ${diagnostic.message}`,
    ...(where.length === 0 ? [] : [`  at   ${where.join('  ')}`]),
    ...diagnostic.notes.map((note) => `  note ${note}`),
    `  fix  ${diagnostic.fix}`,
    '',
  ];
  return visible(lines.join('\n'));
};

/**
 * All of them as text, and their number. What is wrong in several clusters alike, as an addon's own mistake is, is one
 * problem: it is told once, with the names of the others.
 */
export const printDiagnostics = (
  diagnostics: readonly Diagnostic[],
): { readonly text: string; readonly counts: string } => {
  const groups = new Map<string, Diagnostic[]>();
  for (const one of diagnostics) {
    // An object of an addon may be placed where the addon is used.
    const { cluster: _, source: __, ...at } = one.at;
    const key = JSON.stringify([one.severity, one.code, one.message, at, one.fix]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  const once = [...groups.values()].map(([first, ...others]): Diagnostic => {
    const same = others.flatMap(({ at: { cluster, source } }) =>
      cluster === undefined
        ? []
        : source === undefined || source === first!.at.source
          ? cluster
          : `${cluster} (${source})`,
    );
    if (same.length === 0) return first!;
    return { ...first!, notes: [...first!.notes, `the same in ${same.join(', ')}`] };
  });
  return { text: once.map((one) => `${printDiagnostic(one)}\n`).join(''), counts: countDiagnostics(once) };
};

/** `2 errors, 1 warning`; empty where there is nothing. */
export const countDiagnostics = (diagnostics: readonly Diagnostic[]): string =>
  (['error', 'warning', 'notice'] as const)
    .map((severity) => [severity, diagnostics.filter((one) => one.severity === severity).length] as const)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${severity}${count === 1 ? '' : 's'}`)
    .join(', ');
