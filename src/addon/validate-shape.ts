import type { z } from 'zod';
import { isHelmChart } from '../constructs/helm-chart.js';
import { helmReleaseSettingNames } from '../constructs/helm-release-settings.js';
import { kustomizationSettingNames } from '../constructs/kustomization-settings.js';
import { formatValue, suggest } from '../diagnostics/index.js';
import { settingNames } from './addon.js';
import type { AddonDefinition } from './addon-definition.js';
import { isSchema } from './describe-inputs.js';
import { nameFault } from './names.js';

const fields: ReadonlySet<string> = new Set<keyof AddonDefinition>([
  'name',
  'description',
  'namespace',
  'createNamespace',
  'namespaceLabels',
  'folder',
  'requires',
  'startsWithout',
  'provides',
  'charts',
  'source',
  'path',
  'infra',
  'outputs',
  'uses',
  'options',
  'kustomization',
  'helmRelease',
  'build',
]);

type Refuse = (message: string, fix: string, path?: string) => void;

/** What of a definition contradicts itself, or is not a name. */
export const validateShape = (definition: AddonDefinition, refuse: Refuse, refuseName: Refuse): void => {
  const { name } = definition;
  for (const key of Object.keys(definition)) {
    if (!fields.has(key)) refuse(`defineAddon has no field "${key}"`, suggest(key, fields), key);
  }
  if (
    definition.namespace !== undefined &&
    nameFault(definition.namespace) !== undefined &&
    definition.namespace !== 'flux-system'
  ) {
    refuseName(
      `the namespace ${JSON.stringify(definition.namespace)} of addon "${name}" ${nameFault(definition.namespace)}`,
      'give a DNS label',
      'namespace',
    );
  }
  if (definition.createNamespace === true && definition.namespace === undefined) {
    refuse(`addon "${name}" has createNamespace and no namespace`, 'give it a `namespace`', 'createNamespace');
  }
  if (definition.namespaceLabels !== undefined && definition.namespace === undefined) {
    refuse(`addon "${name}" has namespaceLabels and no namespace`, 'give it a `namespace`', 'namespaceLabels');
  }
  if (definition.folder !== undefined && !['addons', 'crds', 'apps', 'tenants'].includes(definition.folder)) {
    refuse(
      `addon "${name}" has the folder ${formatValue(definition.folder)}`,
      "it is 'addons', 'crds', 'apps' or 'tenants'",
      'folder',
    );
  }
  for (const capability of definition.startsWithout ?? []) {
    if (definition.requires?.includes(capability) === true) continue;
    refuse(
      `addon "${name}" starts without '${capability}', which it doesn't require`,
      `add it to \`requires\`, or take it out; ${suggest(capability, definition.requires ?? [])}`,
      'startsWithout',
    );
  }
  if ((definition.source === undefined) !== (definition.path === undefined)) {
    refuse(
      `addon "${name}" has \`${definition.source === undefined ? 'path' : 'source'}\` without the other`,
      'give both: the repository and the folder in it',
      'source',
    );
  }
  if ((definition.source === undefined) === (definition.build === undefined)) {
    refuse(
      definition.source === undefined
        ? `addon "${name}" makes nothing`
        : `addon "${name}" has both \`source\` and \`build\``,
      'give it `build`, or the `source` that holds its objects',
      'build',
    );
  }
  if (definition.outputs !== undefined && definition.build === undefined) {
    refuse(
      `addon "${name}" has outputs and no \`build\`, so nothing says which object has them`,
      'declare them in an addon whose `build` makes what produces them',
      'outputs',
    );
  }
  for (const [release, chart] of Object.entries(definition.charts ?? {})) {
    const releaseFault = nameFault(release);
    if (releaseFault !== undefined || release.length > 53) {
      refuseName(
        `the release name "${release}" ${releaseFault ?? 'is longer than the 53 characters that Helm takes'}`,
        'rename the key in `charts`',
        `charts.${release}`,
      );
    }
    if (!isHelmChart(chart))
      refuse(
        `the chart of release "${release}" is not made by helmChart()`,
        'write helmChart({ url, chart, version })',
        `charts.${release}`,
      );
    else if (!chart.url.startsWith('oci://') && chart.chart === undefined) {
      refuse(
        `the chart of release "${release}" has no \`chart\` beside the url "${chart.url}"`,
        "name the chart in the Helm repository: helmChart({ …, chart: '…' })",
        `charts.${release}`,
      );
    } else if (!/^(oci|https?):\/\/[^/]/.test(chart.url)) {
      refuse(
        `the chart of release "${release}" has the url "${chart.url}"`,
        'it starts with oci://, https:// or http://',
        `charts.${release}`,
      );
    }
  }
  const settings = { kustomization: kustomizationSettingNames, helmRelease: helmReleaseSettingNames } as const;
  for (const of of ['kustomization', 'helmRelease'] as const) {
    for (const field of Object.keys(definition[of] ?? {})) {
      if (settings[of].includes(field)) continue;
      refuse(`\`${of}\` of addon "${name}" takes no field "${field}"`, suggest(field, settings[of]), `${of}.${field}`);
    }
  }
  const { options } = definition;
  if (options === undefined) return;
  if (!isSchema(options) || options._zod.def.type !== 'object') {
    refuse(`\`options\` of addon "${name}" is not a z.object()`, 'write options: z.object({ … })', 'options');
    return;
  }
  for (const key of settingNames) {
    if (key in (options as z.core.$ZodObject)._zod.def.shape) {
      refuse(`the option "${key}" of addon "${name}" is one that every addon has`, 'rename it', `options.${key}`);
    }
  }
};
