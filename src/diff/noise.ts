import type { FieldChange } from './compare-fields.js';

/** Labels that carry a chart's name and version. https://helm.sh/docs/chart_best_practices/labels/ */
const VERSION_LABELS: ReadonlySet<string> = new Set([
  'helm.sh/chart',
  'app.kubernetes.io/version',
  'helm.toolkit.fluxcd.io/version',
  'chart',
]);

/** Annotations that sum up other objects: `checksum/config`, `config-hash`. */
const CHECKSUM = /(?:^|[^a-z])(?:checksum|sha256sum|config-?hash|configmap-?hash|secret-?hash|hash)(?:$|[^a-z])/i;

/** Whether a change says nothing that another line doesn't: a checksum, or a label that only carries a version. */
export const isNoise = ({ keys }: FieldChange): boolean => {
  // Each encryption has others, also of the same values.
  if (keys[0] === 'sops') return true;
  const at = keys.lastIndexOf('metadata');
  const [field, name, ...rest] = at < 0 ? [] : keys.slice(at + 1);
  if (name === undefined || rest.length > 0) return false;
  if (field === 'labels') return VERSION_LABELS.has(name) || CHECKSUM.test(name);
  return field === 'annotations' && (CHECKSUM.test(name) || VERSION_LABELS.has(name));
};
