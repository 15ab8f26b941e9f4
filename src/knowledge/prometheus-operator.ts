import { readField } from '../json/read-field.js';
import type { EffectRow, When } from './form/effect.js';
import { ofValues } from './form/helm-release.js';
import { removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';
import { isShorterTime, isSmallerSize, losesClaims, shorterRetention, withoutClaims } from './form/prometheus-data.js';

/** The default retention of each kind; an agent keeps no data. */
const defaults = { Prometheus: '24h', PrometheusAgent: undefined, Alertmanager: '120h', ThanosRuler: '24h' } as const;

/** The Prometheus Operator. https://prometheus-operator.dev/docs/api-reference/api/ */
export const prometheusOperator = defineProject({
  name: 'Prometheus Operator',
  effects: [
    // Charts whose values include fields of the operator's kinds.
    {
      ...withoutClaims,
      ...ofValues(
        ...['prometheus', 'alertmanager', 'thanosRuler'].flatMap((one) =>
          ['storage', 'storageSpec'].map((storage) => `${one}Spec.${storage}.volumeClaimTemplate`),
        ),
      ),
      when: losesClaims,
    },
    // https://prometheus-operator.dev/docs/platform/storage/
    removal('monitoring.coreos.com/Prometheus', 'the Prometheus that it runs, and its data unless its volumes stay', {
      keeps: ({ json }) => readField(json, 'spec.storage') === undefined,
    }),
    ...Object.entries(defaults).flatMap(([kind, byDefault]): readonly EffectRow[] => {
      const on = `monitoring.coreos.com/${kind}`;
      const isShorter: When = (was, is, { to }) =>
        isShorterTime(was, is ?? (readField(to, 'spec.retentionSize') === undefined ? byDefault : undefined));
      return [
        { on, at: 'spec.storage.volumeClaimTemplate', when: losesClaims, ...withoutClaims },
        ...(byDefault === undefined ? [] : [{ on, at: 'spec.retention', when: isShorter, ...shorterRetention }]),
        ...(kind === 'Prometheus' ? [{ on, at: 'spec.retentionSize', when: isSmallerSize, ...shorterRetention }] : []),
      ];
    }),
  ],
  makesNothingNamed: ['PodMonitor', 'Probe', 'PrometheusRule', 'ServiceMonitor'].map(
    (kind) => `monitoring.coreos.com/${kind}`,
  ),
});
