import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { componentOf } from '../../flux/components.js';
import { matchesSelector } from '../../flux/label-selector.js';
import { chartLabelsOf, labelsOf, makesChart, selectorFor } from '../../flux/watch-labels.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { defineRule, placeIn } from '../rule.js';

const unwatchedObject = defineDiagnostic({
  code: 'FX327',
  name: 'unwatched-object',
  severity: 'warning',
  summary:
    "`flux.watchLabelSelector` excludes an object: Flux's controllers ignore it, and what waits for it waits forever. synth adds the labels that the selector asks for, but not to an object that has one of them with another value. Right only if another controller, a shard, reconciles it.",
  page: {
    example:
      "flux: { version: '2.9', watchLabelSelector: 'team=platform' }, and a HelmRelease with the label team: web",
    right: "a HelmRelease without the label, or with team: platform; or watchLabelSelector: '!sharding.fluxcd.io/key'",
  },
  exceptable: true,
});

/** The controllers of the cluster reconcile its objects: their label selector matches. */
export const unwatchedObjectRule = defineRule([unwatchedObject], ({ units, fluxSettings: settings }, report) => {
  if (settings?.watchLabelSelector === undefined) return;
  for (const { objects, entry } of units) {
    for (const object of [...objects, ...entry]) {
      const { title, group, kind, json } = object;
      const selector = selectorFor(settings, group, kind);
      if (selector !== undefined && !isWatched(selector, labelsOf(json))) {
        report(
          diagnose(unwatchedObject, {
            message: `${componentOf(group, kind)} doesn't look at ${title}, whose labels don't fit watchLabelSelector "${selector}"`,
            at: placeIn(object, 'metadata.labels'),
            fix: 'give it the labels, or select less; if a shard of the controller reconciles it, declare that with .except(…)',
          }),
        );
      }
      if (group !== 'helm.toolkit.fluxcd.io' || kind !== 'HelmRelease' || !makesChart(json)) continue;
      const ofCharts = selectorFor(settings, 'source.toolkit.fluxcd.io', 'HelmChart');
      if (ofCharts === undefined || isWatched(ofCharts, chartLabelsOf(json))) continue;
      report(
        diagnose(unwatchedObject, {
          message: `source-controller doesn't look at the HelmChart of ${title}, whose labels don't fit watchLabelSelector "${ofCharts}"`,
          at: placeIn(object, 'spec.chart.metadata.labels'),
          fix: 'give the chart the labels, or select less; if a shard of source-controller reconciles it, declare that with .except(…)',
        }),
      );
    }
  }
});

/** Whether a controller watches an object, as far as its labels are known. */
const isWatched = (selector: string, labels: Readonly<Record<string, unknown>>): boolean =>
  Object.values(labels).some((one) => typeof one === 'string' && holdsExpression(one)) ||
  matchesSelector(selector, labels);
