import { keyOf, titleOf } from '../../../applied/object-id.js';
import { defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { fieldsOf } from '../../../json/as-shape.js';
import { valueAt } from '../../../json/json-path.js';
import type { JsonObject } from '../../../json/json-value.js';
import { defineChangeRule } from '../../change-rule.js';

const contractObject = defineDiagnostic({
  code: 'FX529',
  name: 'contract-object',
  severity: 'error',
  summary:
    "A file that fluxspan didn't write makes a ConfigMap of the contract, which Terraform writes. Flux replaces Terraform's values by those of the file, again and again. As a warning: the file was there before.",
  page: {
    example: 'apps/vars.yaml has a ConfigMap "cluster-vars-terraform" in the namespace flux-system',
    flux: "nothing: Flux forces its values over those of others, and addons read the file's",
    right: "give the ConfigMap of the file another name, or set varsConfigMap: 'other-name' on the cluster",
  },
});

/** Only Terraform writes the ConfigMaps of the contract. */
export const contractObjectRule = defineChangeRule([contractObject], ({ compiled, cluster, before, after }, report) => {
  for (const { namespace, name } of compiled.contract.configMaps) {
    const key = keyOf({ group: '', kind: 'ConfigMap', namespace, name });
    const object = after.objects.get(key);
    const holding = object?.holdings.find((one) => one.isForeign === true && writesData(one.json));
    if (object === undefined || holding === undefined) continue;
    const isOld = before.objects.get(key)?.holdings.some((one) => one.isForeign === true && writesData(one.json));
    const title = titleOf(object.id);
    report(
      diagnose(contractObject, {
        message: `${title} is of the contract, so Terraform writes it, and a file that fluxspan did not write makes it, too`,
        at: { cluster, object: title, ...(holding.path === '' ? {} : { file: holding.path }) },
        ...(isOld === true ? { severity: 'warning' } : {}),
        fix: `give the ConfigMap in the file another name, or delete it: "${name}" is written by Terraform alone`,
      }),
    );
  }
});

/** Flux leaves an object alone after it has made it, or its keys if the file has none. */
const writesData = (json: JsonObject): boolean => {
  const mark = fieldsOf(valueAt(json, ['metadata', 'annotations']))['kustomize.toolkit.fluxcd.io/ssa'];
  const isOnce = typeof mark === 'string' && /^(?:ignore|ifnotpresent)$/i.test(mark);
  return !isOnce && Object.keys(fieldsOf(json['data'])).length > 0;
};
