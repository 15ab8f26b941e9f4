import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { defineRule, placeInUnit, shortName, specOf, titleOfUnit } from '../rule.js';

const suspendedAddon = defineDiagnostic({
  code: 'FX672',
  name: 'suspended-addon',
  severity: 'warning',
  summary: 'An addon is suspended, and others wait for it: Flux applies none of their changes until you resume it.',
  page: {
    example: "kustomization: { suspend: true } of addon 'operator', and addon 'web' requires what it provides",
    flux: "dependency 'flux-system/operator' is not ready",
    right: 'set suspend: false, or suspend the addons that wait for it as well',
  },
  exceptable: true,
});

/** An addon that others wait for isn't suspended, unless they are, too. */
export const suspendedAddonRule = defineRule([suspendedAddon], ({ units }, report) => {
  const isSuspended = new Map(
    units.map(({ name, entry }) => [
      name,
      entry.some((one) => one.kind === 'Kustomization' && specOf(one)['suspend'] === true),
    ]),
  );
  for (const unit of units) {
    if (isSuspended.get(unit.name) !== true) continue;
    const waiting = units
      .filter(({ name, dependsOn }) => dependsOn.includes(unit.name) && isSuspended.get(name) === false)
      .map(({ name }) => `"${shortName(name)}"`);
    if (waiting.length === 0) continue;
    report(
      diagnose(suspendedAddon, {
        message: `${titleOfUnit(unit)} is suspended, and ${waiting.join(', ')} ${waiting.length === 1 ? 'waits' : 'wait'} for it`,
        at: placeInUnit(unit, 'spec.suspend'),
        notes: ['where it never ran, they never start; where it did, Flux applies none of their changes meanwhile'],
        fix: `take out suspend, or suspend ${waiting.join(', ')} as well`,
      }),
    );
  }
});
