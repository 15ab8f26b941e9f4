import { addCapability } from '../../declared/external.js';
import { capabilitiesFromElsewhere } from '../../dependencies/find-external.js';
import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { valueAt } from '../../json/json-path.js';
import { findCrdProviders, hasCrd } from '../context/crd-providers.js';
import { defineRule, placeIn, specOf, titleOfUnit, type Unit } from '../rule.js';

const crdsOff = defineDiagnostic({
  code: 'FX687',
  name: 'crds-off',
  severity: 'warning',
  summary:
    'The values of a release turn off the CRDs that its addon provides. Other addons need these CRDs, and nothing else in the cluster installs them.',
  page: {
    example: 'certManager({ values: { crds: { enabled: false } } }) and an addon with a Certificate',
    flux: 'no matches for kind "Certificate" in version "cert-manager.io/v1"',
    right: "certManager(), or external: ['cert-manager.io'] on the cluster if something else installs the CRDs",
  },
  exceptable: true,
});

/** The values with which charts leave out their CRDs. */
const SWITCHES: readonly (readonly string[])[] = [
  ['crds', 'enabled'],
  ['crds', 'install'],
  ['crds', 'create'],
  ['installCRDs'],
];

const needs = ({ declared, objects }: Unit, group: string): boolean =>
  (declared?.built.instance.definition.requires ?? []).some((one) => one === group) ||
  objects.some((object) => object.group === group);

/** An addon that provides API groups installs their CRDs. */
export const crdsOffRule = defineRule([crdsOff], (state, report) => {
  const external = capabilitiesFromElsewhere(state.elsewhere);
  const providers = findCrdProviders(state);
  for (const unit of state.units) {
    const groups = unit.provides.filter(
      (group) => group.includes('.') && providers.get(group) === unit && !external.has(group) && !hasCrd(unit, group),
    );
    if (groups.length === 0) continue;
    for (const release of unit.objects) {
      if (release.kind !== 'HelmRelease') continue;
      const isSet = (to: boolean) => (path: readonly string[]) => valueAt(specOf(release), ['values', ...path]) === to;
      const off = SWITCHES.find(isSet(false));
      // A chart that has two switches accepts either.
      if (off === undefined || SWITCHES.some(isSet(true))) continue;
      const users = state.units.filter((other) => other !== unit && groups.some((group) => needs(other, group)));
      if (users.length === 0) break;
      report(
        diagnose(crdsOff, {
          message: `the values of ${release.title} turn off the CRDs of ${groups.join(', ')}, needed by ${users.map(titleOfUnit).join(', ')}`,
          at: placeIn(release, ['spec', 'values', ...off].join('.')),
          fix: `remove ${off.join('.')} from the values; or ${addCapability(...groups)} if something else installs them`,
        }),
      );
    }
  }
});
