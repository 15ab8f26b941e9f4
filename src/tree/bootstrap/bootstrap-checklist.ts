import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import { contractOfState, FLUX_NAMESPACE, statesOf } from '../../contract/index.js';
import { code, table } from '../readme/markdown.js';
import { teamSecrets } from '../readme/team-secrets.js';
import { folderOfRoot, settingsFolder, variableOf } from './bootstrap-script.js';
import { bringUpOrder } from './bring-up-order.js';

/** What brings a cluster up, step by step, for a person. */
export const bootstrapChecklist = (compiled: CompiledCluster): string => {
  const { contract, cluster } = compiled;
  const { name } = cluster;
  const secrets = contract.bootstrap ?? [];
  const states = [undefined, ...statesOf(contract)].filter(
    (state) => contractOfState(contract, state).configMaps.length > 0,
  );
  const folder = settingsFolder(compiled);
  const order = bringUpOrder(compiled);
  const ofTeams = teamSecrets(compiled);
  return [
    `# Bring up cluster ${name}`,
    '`sh bootstrap.sh` does steps 2 to 4, from the root of the repository. It can be run again at any point.',
    '## 1. Terraform',
    states.length === 0
      ? 'The cluster needs nothing from Terraform.'
      : `Create the cluster, and apply ${modules(states)}. Then check what they wrote:\n\n\`\`\`sh\nkubectl get configmaps --all-namespaces --output json | npx fluxspan contract check - --cluster ${name}\n\`\`\``,
    '## 2. Secrets',
    ...(secrets.length === 0
      ? ['No Secret is declared in `bootstrap` of the cluster.']
      : [
          'Set a variable for each key: with `_FILE`, it names a file that has the value; without, it is the value. A Secret that is there is kept if none of its variables is set.',
          table(
            ['Secret', 'namespace', 'key', 'variable', 'for', 'read by'],
            secrets.flatMap((one) =>
              one.keys.map((key) => [
                code(one.name),
                code(one.namespace),
                code(key),
                code(`${variableOf(one, key)}_FILE`),
                one.description ?? '',
                one.readBy.map(code).join(', '),
              ]),
            ),
          ),
          `\`\`\`sh\nkubectl get secrets --all-namespaces --output json | npx fluxspan contract check - --cluster ${name}\n\`\`\``,
        ]),
    '## 3. Flux',
    folder === undefined
      ? `Set \`FLUX_BOOTSTRAP\` to the command that installs Flux, such as:\n\n\`\`\`sh\nflux bootstrap github --owner=example --repository=platform --path=${folderOfRoot(compiled)}\n\`\`\``
      : `The Flux Operator must run. The script applies ${code(folder)}.`,
    '## 4. Wait',
    `First for Kustomization ${code(`${FLUX_NAMESPACE}/${cluster.fluxSettings?.operator?.sync?.name ?? FLUX_NAMESPACE}`)}, then for these, in the order in which they come up: ${order.map((one) => code(one.name)).join(', ')}.`,
    ...(ofTeams.length === 0
      ? []
      : [
          '## 5. Secrets of teams',
          'Flux makes the namespaces of the teams, so make these Secrets then. The script names those that are missing.',
          table(
            ['Secret', 'namespace', 'read by'],
            ofTeams.map((one) => [code(one.name), code(one.namespace), one.readBy.map(code).join(', ')]),
          ),
        ]),
  ]
    .map((part) => part.trimEnd())
    .join('\n\n')
    .concat('\n');
};

/** The modules of the contract, one for each state. */
const modules = (states: readonly (string | undefined)[]): string => {
  if (states.length === 1 && states[0] === undefined) return "the contract's module";
  const each = states.map((state) => (state === undefined ? 'the main state' : `the state ${code(state)}`));
  return `the contract's modules: one for ${each.join(', one for ')}`;
};
