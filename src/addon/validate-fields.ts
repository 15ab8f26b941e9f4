import { isExactVersion } from '../constructs/chart-source.js';
import { type HelmChart, isHelmChart } from '../constructs/helm-chart.js';
import { sourceNamespaces } from '../constructs/source-namespace.js';
import { formatValue } from '../diagnostics/index.js';
import { isPlainRecord } from '../json/is-plain-record.js';
import type { AddonDefinition } from './addon-definition.js';
import { isChartVersion, ociUrlFault, VERSION_FIX } from './chart-version.js';
import { sourceFaults } from './validate-source.js';

const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '');

/** What `namespaceLabels` is. */
export const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isPlainRecord(value) && Object.values(value).every((one) => typeof one === 'string');
export const NO_LABELS = 'not an object of texts';
export const LABELS_FIX = "write labels: { 'pod-security.kubernetes.io/enforce': 'privileged' }";

const noText = (value: unknown): string => `${formatValue(value)}, and no text`;

/** What says where a chart's source lives, and which artifact it fetches. */
const validateSource = (
  chart: HelmChart,
  check: (field: 'digest' | 'sourceNamespace', isGood: boolean, what: string, fix: string) => void,
): void => {
  const { digest, sourceNamespace, url, version } = chart;
  check(
    'sourceNamespace',
    (sourceNamespaces as readonly unknown[]).includes(sourceNamespace),
    formatValue(sourceNamespace),
    `write ${sourceNamespaces.map((one) => `'${one}'`).join(' or ')}`,
  );
  if (digest === undefined) return;
  const isDigest = typeof digest === 'string' && /^sha256:[0-9a-f]{64}$/.test(digest);
  check('digest', isDigest, `${formatValue(digest)}, and no digest`, "write 'sha256:' and 64 hexadecimal digits");
  if (typeof url !== 'string' || typeof version !== 'string' || !isDigest) return;
  const isOci = url.startsWith('oci://');
  check('digest', isOci, 'given for a Helm repository, which has no digests', 'take it out');
  check(
    'digest',
    !isOci || isExactVersion(version),
    `given beside the range ${formatValue(version)}, which Flux then ignores`,
    'pin the version that the digest is of, or take the digest out',
  );
};

/** Whether each field of a definition has its shape; what is said of it beyond that relies on it. */
export const validateFields = (
  definition: AddonDefinition,
  refuse: (message: string, fix: string, path?: string) => void,
): boolean => {
  let isReadable = true;
  const check = (
    path: string,
    value: unknown,
    isGood: (value: unknown) => boolean,
    what: string | ((value: unknown) => string),
    fix: string,
  ) => {
    if (value === undefined || isGood(value)) return;
    isReadable = false;
    const said = typeof what === 'string' ? what : what(value);
    refuse(`\`${path}\` of addon ${formatValue(definition.name)} is ${said}`, fix, path);
  };
  for (const list of ['requires', 'startsWithout', 'provides'] as const) {
    check(
      list,
      definition[list],
      isNames,
      'not a list of names',
      "write capabilities: ['karpenter.sh', 'secret-store']",
    );
  }
  const isText = (value: unknown): boolean => typeof value === 'string';
  const isFlag = (value: unknown): boolean => typeof value === 'boolean';
  const { createNamespace, description } = definition as { createNamespace?: unknown; description?: unknown };
  check('createNamespace', createNamespace, isFlag, formatValue, 'write true or false');
  check('namespaceLabels', definition.namespaceLabels, isTexts, NO_LABELS, LABELS_FIX);
  check('description', description, isText, noText, 'say it as text');
  check('namespace', definition.namespace, isText, noText, 'give a DNS label');
  check('charts', definition.charts, isPlainRecord, 'not an object', "write charts: { '<release>': helmChart({ … }) }");
  check('infra', definition.infra, isPlainRecord, 'not an object', 'write infra: { vars: { … } }');
  check(
    'kustomization',
    definition.kustomization,
    isPlainRecord,
    'not an object',
    "write kustomization: { interval: '5m' }",
  );
  check('helmRelease', definition.helmRelease, isPlainRecord, 'not an object', "write helmRelease: { timeout: '20m' }");
  check('outputs', definition.outputs, isPlainRecord, 'not an object', 'write outputs: { queue_name: queueName() }');
  const isFunction = (value: unknown): boolean => typeof value === 'function';
  check('build', definition.build, isFunction, 'not a function', 'write build(scope, { vars }) { … }');
  for (const { field, what, fix } of definition.source === undefined ? [] : sourceFaults(definition.source)) {
    check(field === '' ? 'source' : `source.${field}`, definition.source, () => false, what, fix);
  }
  for (const [release, chart] of Object.entries(isPlainRecord(definition.charts) ? definition.charts : {})) {
    if (!isHelmChart(chart)) {
      // That it is none is said with the rest of what is wrong with charts.
      isReadable &&= isPlainRecord(chart);
      continue;
    }
    const path = `charts.${release}`;
    for (const field of ['url', 'version'] as const) {
      check(`${path}.${field}`, chart[field] ?? null, isText, () => noText(chart[field]), `give its ${field}`);
    }
    const { url, version } = chart as { readonly url: unknown; readonly version: unknown };
    if (typeof url === 'string') {
      const fault = ociUrlFault(url);
      check(
        `${path}.url`,
        url,
        () => fault === undefined,
        (value) => `${formatValue(value)}: it ${fault}`,
        'take it out of the url',
      );
      const isVersion = (value: unknown): boolean => typeof value !== 'string' || isChartVersion(value, url);
      check(`${path}.version`, version, isVersion, (value) => `${formatValue(value)}, and no version`, VERSION_FIX);
    }
    validateSource(chart, (field, isGood, what, fix) =>
      check(`${path}.${field}`, chart[field], () => isGood, what, fix),
    );
    check(`${path}.chart`, chart.chart, isText, noText, "give the chart's name");
    check(
      `${path}.valuesSchema`,
      chart.valuesSchema,
      isFunction,
      (value) => `${formatValue(value)}, and no function`,
      'give the function that `fluxspan import chart` wrote',
    );
  }
  for (const channel of ['vars', 'values', 'secrets'] as const) {
    const inputs: unknown = isPlainRecord(definition.infra) ? definition.infra[channel] : undefined;
    check(`infra.${channel}`, inputs, isPlainRecord, 'not an object', 'give the inputs by name');
    if (channel !== 'secrets' || !isPlainRecord(inputs)) continue;
    const isSecret = (value: unknown): boolean =>
      isPlainRecord(value) && isText(value['key']) && isPlainRecord(value['properties']);
    for (const [secret, one] of Object.entries(inputs)) {
      check(
        `infra.secrets.${secret}`,
        one ?? null,
        isSecret,
        'not a remoteSecret()',
        "write remoteSecret({ key: 'TF_…', properties: { token: z.string() } })",
      );
    }
  }
  return isReadable;
};
