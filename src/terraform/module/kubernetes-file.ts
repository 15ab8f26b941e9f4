import { type Contract, FLUX_NAMESPACE } from '../../contract/index.js';
import {
  attribute,
  blank,
  block,
  call,
  comment,
  type Expression,
  forEach,
  list,
  literal,
  member,
  name,
  plain,
  type Statement,
  string,
} from '../hcl/node.js';
import { hasVars, hasVarsElsewhere, proof, valuesConfigMaps, varsConfigMap, varsElsewhere } from './contract-file.js';

const namespaces = member(name('kubernetes_namespace_v1'), 'this');
const varsResource = member(name('kubernetes_config_map_v1'), 'vars');
const elsewhereResource = member(name('kubernetes_config_map_v1'), 'vars_elsewhere');
const valuesResource = member(name('kubernetes_config_map_v1'), 'values');

/** The namespaces that the module makes besides `flux-system`. */
export const namespacesOfTerraform = (contract: Contract): readonly string[] =>
  contract.namespaces.filter(({ creator }) => creator === 'terraform').map((namespace) => namespace.name);

/** The labels that the addons of its namespaces need. Only a new namespace gets them, since changes are ignored. */
const labelsOfNamespaces = (contract: Contract): readonly Statement[] => {
  const labelled = contract.namespaces.flatMap(({ name: namespace, creator, labels }) =>
    creator === 'terraform' && labels !== undefined ? [[namespace, labels] as const] : [],
  );
  if (labelled.length === 0) return [];
  const all = plain(Object.fromEntries(labelled));
  return [attribute('labels', call('lookup', all, member(name('each'), 'key'), literal(null)))];
};

/** Whether the module writes into `flux-system`, and so before Flux is there. */
export const writesIntoFlux = (contract: Contract): boolean =>
  contract.configMaps.some(({ namespace }) => namespace === FLUX_NAMESPACE);

/** `kubernetes.tf`: the namespaces that are Terraform's, and the ConfigMaps that Flux reads. */
export const kubernetesFile = (contract: Contract): readonly Statement[] => [
  block(
    'terraform',
    [],
    [
      block(
        'required_providers',
        [],
        [attribute('kubernetes', plain({ source: 'hashicorp/kubernetes', version: '>= 2.20' }))],
      ),
    ],
  ),
  ...(writesIntoFlux(contract) ? fluxNamespaceVariable(contract.state?.makesFluxNamespace ?? true) : []),
  blank,
  comment(
    'This module never destroys a namespace, since that deletes everything in it. To stop managing one, remove it from the\nstate (terraform state rm), as the README says. Flux adds labels of its own.',
  ),
  block(
    'resource',
    ['kubernetes_namespace_v1', 'this'],
    [
      attribute('for_each', namespacesExpression(contract)),
      blank,
      block('metadata', [], [attribute('name', member(name('each'), 'key')), ...labelsOfNamespaces(contract)]),
      blank,
      block(
        'lifecycle',
        [],
        [
          attribute('ignore_changes', list([metadataField('labels'), metadataField('annotations')])),
          attribute('prevent_destroy', literal(true)),
        ],
      ),
    ],
  ),
  ...(hasVars(contract) ? [blank, configMap('vars', [], varsConfigMap)] : []),
  ...(hasVarsElsewhere(contract) ? [blank, configMaps('vars_elsewhere', varsElsewhere)] : []),
  blank,
  configMaps('values', valuesConfigMaps),
  blank,
  block(
    'output',
    ['ready'],
    [
      attribute(
        'description',
        string(
          'Known once every ConfigMap is there: let the Flux bootstrap depend on it (`depends_on = [module.flux_contract.ready]`).',
        ),
      ),
      attribute(
        'value',
        call(
          'concat',
          list(hasVars(contract) ? [uid(varsResource)] : []),
          ...(hasVarsElsewhere(contract) ? [uids(elsewhereResource)] : []),
          uids(valuesResource),
        ),
      ),
    ],
  ),
];

const fluxNamespaceVariable = (makes: boolean): readonly Statement[] => [
  blank,
  block(
    'variable',
    ['create_flux_namespace'],
    [
      attribute(
        'description',
        string(
          `Whether the module makes the namespace ${FLUX_NAMESPACE}, into which it writes before Flux is there; false where something else makes it before.`,
        ),
      ),
      attribute('type', name('bool')),
      attribute('default', literal(makes)),
      attribute('nullable', literal(false)),
    ],
  ),
];

const namespacesExpression = (contract: Contract): Expression => {
  const own = list(namespacesOfTerraform(contract).map(string), 'block');
  if (!writesIntoFlux(contract)) return call('toset', own);
  const flux = forEach({
    names: ['namespace'],
    in: list([string(FLUX_NAMESPACE)]),
    value: name('namespace'),
    if: member(name('var'), 'create_flux_namespace'),
  });
  return call('toset', call('concat', own, flux));
};

const metadataField = (field: string): Expression => member(name('metadata'), literal(0), field);

const uid = (of: Expression): Expression => member(of, 'metadata', literal(0), 'uid');

const uids = (of: Expression): Expression =>
  forEach({ names: ['one'], in: call('values', of), value: uid(name('one')) });

const configMaps = (of: string, each: Expression): Statement =>
  configMap(of, [attribute('for_each', each), blank], member(name('each'), 'value'));

const configMap = (of: string, before: readonly Statement[], from: Expression): Statement =>
  block(
    'resource',
    ['kubernetes_config_map_v1', of],
    [
      ...before,
      block(
        'metadata',
        [],
        [
          attribute('namespace', member(from, 'metadata', 'namespace')),
          attribute('name', member(from, 'metadata', 'name')),
          attribute('labels', member(from, 'metadata', 'labels')),
        ],
      ),
      blank,
      attribute('data', member(from, 'data')),
      blank,
      block(
        'lifecycle',
        [],
        [
          comment('Else adopting an immutable ConfigMap would replace it, though its data is the same.'),
          attribute('ignore_changes', list([name('immutable')])),
        ],
      ),
      blank,
      attribute('depends_on', list([proof, namespaces])),
    ],
  );
