/**
 * The reason why kubectl's kustomize failed, on one line. kustomize prints a plain error, or one in klog's format:
 * `err="…"` for one line, `err=<…>` for several.
 */
export const reasonIn = (stderr: string): string => {
  const block = /\berr=<\n([\s\S]*)\n >\s*$/.exec(stderr)?.[1];
  const quoted = /\berr=("(?:\\.|[^"\\])*")\s*$/.exec(stderr)?.[1];
  const plain = /^(?:error|Error): ([\s\S]*)$/m.exec(stderr)?.[1];
  const text = block ?? (quoted === undefined ? plain : String(JSON.parse(quoted)));
  const reason = withoutDocuments(ofInnermost(text ?? stderr.trim().split('\n').at(-1) ?? ''))
    .replace(/\s+/g, ' ')
    .trim();
  return reason.length > MOST ? `${reason.slice(0, MOST)}…` : reason;
};

/** kustomize repeats itself for each folder that includes the next one; the last one is at fault. */
const ofInnermost = (text: string): string => {
  const inner = text.lastIndexOf(INNER);
  if (inner < 0) return text;
  const rest = text.slice(inner);
  // A component is quoted as a whole.
  return /accumulateDirectory: "[^"]*$/.test(text.slice(0, inner)) ? rest.replace(/"\s*$/, '') : rest;
};

const INNER = "recursed accumulation of path '";

/** Longer messages quote their input. */
const MOST = 600;

/** Removes patches and literals that kustomize couldn't parse and quotes: they may have the values of a Secret. */
const withoutDocuments = (text: string): string =>
  text
    .replace(/json: unsupported type: map\[interface \{\}\]interface \{\}\s*$/, "a key of a map isn't a text")
    // An object as Go prints it, which may be a Secret.
    .replace(/map\[string\]interface \{\}\{[\s\S]*\}/, describeObject)
    .replace(/ with config: `\n?([\s\S]*)`(?=: )/, (_, config: string) => describe(config))
    .replace(/ from \[(path: "(?:\\.|[^"\\])*")?[\s\S]*\]/, (_, path?: string) =>
      path === undefined ? '' : ` from ${path}`,
    )
    .replace(/decoding "[\s\S]*": /, 'decoding the patch: ')
    .replace(/literal sources \[[\s\S]*\]: invalid literal source [\s\S]*(?=, expected)/, 'a literal source is invalid')
    .replace(/value: \{[\s\S]*\}/, 'value: {…}')
    .replace(/(cannot unmarshal !!\w+) `[\s\S]*` (?=into )/, '$1 ');

const describeObject = (printed: string): string => {
  const kind = /"kind":"([A-Za-z0-9]+)", "metadata"/.exec(printed)?.[1];
  const metadata = kind === undefined ? '' : printed.slice(printed.lastIndexOf(`"kind":"${kind}", "metadata"`));
  const name = /"name":"([a-z0-9.-]+)"/.exec(metadata)?.[1];
  return name === undefined ? 'an object' : `${kind}/${name}`;
};

/** Describes a patch only by its path or target. */
const describe = (config: string): string => {
  const path = /^\s*path: (\S+)$/m.exec(config)?.[1];
  const kind = /^\s*(?:- )?kind: ([A-Za-z0-9]+)$/m.exec(config)?.[1];
  const name = /^\s*(?:metadata: \{\s*)?name: ([a-z0-9.-]+)\s*\}?$/m.exec(config)?.[1];
  const named = [kind, name].filter((one) => one !== undefined).join('/');
  const parts = [...(path === undefined ? [] : [path]), ...(named === '' ? [] : [named])];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
};
