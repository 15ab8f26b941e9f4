import { createYamlPrinter, type YamlPrinter } from '../yaml/print-yaml.js';
import type { AppliedKustomization, AppliedObject } from './apply-cluster.js';
import { withExactIntegers } from './exact-integers.js';

const commented = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `#   ${line}`.trimEnd())
    .join('\n');

/** The values of a release stand in a comment: what comes out is still what `kubectl` takes. */
const releaseText = ({ release }: AppliedObject, printYaml: YamlPrinter): string => {
  if (release === undefined || 'error' in release.composed) return '';
  const { values } = release.composed;
  return Object.keys(values).length === 0
    ? '# Helm gets no values\n'
    : `# Helm gets these values:\n${commented(withExactIntegers(values, (one) => printYaml(one)))}\n`;
};

/** What Flux will apply, as YAML documents; what it would not is left out, and reported elsewhere. */
export const printApplied = (kustomizations: readonly AppliedKustomization[]): string => {
  const printYaml = createYamlPrinter();
  return kustomizations
    .flatMap(({ name, objects }) =>
      objects.flatMap((object) =>
        object.outcome.kind === 'object'
          ? [
              `---\n# applied by Kustomization "${name}"\n${printYaml(object.outcome.object)}${releaseText(object, printYaml)}`,
            ]
          : [],
      ),
    )
    .join('');
};

/** The same as JSON: by Kustomization, and the values of releases beside their objects. */
export const printAppliedJson = (kustomizations: readonly AppliedKustomization[]): string =>
  withExactIntegers(
    kustomizations.map(({ name, objects }) => ({
      kustomization: name,
      objects: objects.flatMap(({ outcome }) => (outcome.kind === 'object' ? [outcome.object] : [])),
      releases: objects.flatMap(({ source, release }) =>
        release === undefined || 'error' in release.composed
          ? []
          : [{ namespace: source.namespace, name: source.name, values: release.composed.values }],
      ),
    })),
    (value) => `${JSON.stringify(value, null, 2)}\n`,
  );
