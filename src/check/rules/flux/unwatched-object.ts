import { defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { componentOf } from '../../../flux/components.js';
import { flagsOf } from '../../../flux/controller-args.js';
import { matchesSelector } from '../../../flux/label-selector.js';
import { isObject } from '../../../json/is-object.js';
import { holdsExpression } from '../../../substitution/holds-expression.js';
import { defineRule } from '../../rule.js';

const unwatchedObject = defineDiagnostic({
  code: 'FX327',
  name: 'unwatched-object',
  severity: 'warning',
  summary:
    '`flux.watchLabelSelector` leaves an object out: Flux’s controllers never look at it, and what waits for it waits for ever. Right only where another controller, a shard, has it.',
  page: {
    example: "flux: { version: '2.9', watchLabelSelector: 'team=platform' }, and a HelmRelease without that label",
    right: "watchLabelSelector: '!sharding.fluxcd.io/key'; or the label on the object",
  },
  exceptable: true,
});

/** Objects that the controllers of this cluster don't reconcile. */
export const unwatchedObjectRule = defineRule([unwatchedObject], ({ cluster, addons }, report) => {
  const { fluxSettings: settings } = cluster;
  const selector = settings?.watchLabelSelector;
  if (settings === undefined || selector === undefined) return;
  for (const { objects, entry } of addons) {
    for (const object of [...objects, ...entry]) {
      const component = componentOf(object.group, object.kind);
      if (component === undefined || !flagsOf(settings, component).has('watch-label-selector')) continue;
      const { metadata } = object.json as { readonly metadata?: unknown };
      const labels = isObject(metadata) && isObject(metadata['labels']) ? metadata['labels'] : {};
      if (Object.values(labels).some((one) => typeof one === 'string' && holdsExpression(one))) continue;
      if (matchesSelector(selector, labels)) continue;
      report(
        diagnose(unwatchedObject, {
          message: `${component} doesn't look at ${object.title}, whose labels don't fit watchLabelSelector "${selector}"`,
          at: { addon: object.addon, object: object.title, path: 'metadata.labels' },
          fix: 'give it the labels, or select less; if a shard of the controller has it, say so with .except(…)',
        }),
      );
    }
  }
});
