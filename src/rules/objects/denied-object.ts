import { defineDiagnostic, diagnose, nameSome, ties } from '../../diagnostics/index.js';
import { fieldsOf, listOf } from '../../json/as-shape.js';
import { printPath, startsWith } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import { type JudgePolicy, openPolicyJudge, type PolicyParams } from '../../schema/admission/judge-policy.js';
import { matchesTarget, type Target } from '../admission/match-policy.js';
import { type AdmissionRequest, admissionRequests } from '../admission/requests.js';
import { mayFillPods } from '../context/pods.js';
import { defineRule, objectsOfKind, placeIn, type StateObject, specOf } from '../rule.js';

const denied = defineDiagnostic({
  code: 'FX807',
  name: 'denied-object',
  severity: 'error',
  summary:
    'A ValidatingAdmissionPolicy of the tree denies an object, or the pods that it makes. Flux applies none of the objects of its Kustomization. It is a warning if the object may be there before the policy, which then asks about new objects alone, and a notice if something may change the object before the policy sees it.',
  page: {
    example:
      "a policy with the validation { expression: \"object.spec.type != 'LoadBalancer'\", message: 'no load balancers' }, and a Service of type LoadBalancer",
    flux: "Service/claims/web dry-run failed (Invalid): services \"web\" is forbidden: ValidatingAdmissionPolicy 'no-lb' with binding 'no-lb' denied request: no load balancers",
    right: 'a Service of type ClusterIP, or matchConditions of the policy that leave it out',
  },
  exceptable: true,
});

const ADMISSION = 'admissionregistration.k8s.io';

/** A policy with one of its bindings that denies. */
interface Bound {
  readonly policy: StateObject;
  readonly binding: StateObject;
}

const boundPolicies = (find: (kind: string) => readonly StateObject[]): readonly Bound[] => {
  const policies = new Map(find('ValidatingAdmissionPolicy').map((one) => [one.name, one]));
  return find('ValidatingAdmissionPolicyBinding').flatMap((binding) => {
    const { policyName, validationActions } = specOf(binding);
    const policy = policies.get(String(policyName));
    return policy === undefined || !listOf(validationActions).includes('Deny') ? [] : [{ policy, binding }];
  });
};

/** The ValidatingAdmissionPolicies of the tree let through what Flux applies. */
export const deniedObjectRule = defineRule(
  [denied],
  (_, report, context) => {
    const { index, schemas } = context;
    const bound = boundPolicies((kind) => objectsOfKind(index, `${ADMISSION}/${kind}`));
    if (bound.length === 0) return;
    const judge = openPolicyJudge(schemas.checker.patterns);
    const isChanged = mayFillPods(index);
    const found = new Map<string, Finding>();
    for (const request of admissionRequests(context)) {
      for (const one of bound) {
        const verdict = judgeOf(judge, one, request, (kind) => objectsOfKind(index, kind));
        if (verdict === undefined) continue;
        const isFirst = [one.policy, one.binding].every(({ unit }) => index.comesAfter(request.unit.name, unit));
        const severity = isChanged ? 'notice' : request.isPod || verdict.alsoUpdates || isFirst ? 'error' : 'warning';
        const key = [one.policy.name, one.binding.name, request.unit.name, verdict.message, request.isPod, severity];
        const before = found.get(key.join('\0'));
        if (before === undefined) found.set(key.join('\0'), { ...verdict, ...one, request, severity, others: [] });
        else before.others.push(request.object.title);
      }
    }
    for (const one of found.values()) {
      const { policy, binding, request, message, severity, others } = one;
      const { object, isPod } = request;
      const { namespace } = request.target;
      report(
        diagnose(denied, {
          message: `ValidatingAdmissionPolicy "${policy.name}" denies ${isPod ? 'the pods of ' : ''}${object.title}${namespace === undefined || object.kind === 'Namespace' ? '' : ` in ${namespace}`}: ${message}`,
          at: placeIn(object),
          severity,
          notes: [
            `${one.path} of the policy, by its binding "${binding.name}"`,
            ...(others.length === 0 ? [] : [`the same goes for ${nameSome(others, 5)}`]),
            ...(isPod ? ['only an event of its controller says so: Flux waits for pods that never come'] : []),
            ...(severity === 'warning' ? ['it may be applied before the policy, which then lets it stay'] : []),
            ...(severity === 'notice'
              ? ['not sure: something in the tree changes objects before the policy sees them']
              : []),
          ],
          ties: { same: ties.object(`policy ${policy.name} ${object.unit} ${message}`) },
          fix: 'change the object, or leave it out by matchConstraints or matchConditions of the policy',
        }),
      );
    }
  },
  { looksAtApplied: true },
);

interface Finding extends Bound, Verdict {
  readonly request: AdmissionRequest;
  readonly severity: 'error' | 'warning' | 'notice';
  readonly others: string[];
}

interface Verdict {
  readonly message: string;
  /** `spec.validations[0]` */
  readonly path: string;
  /** The policy asks about updates, too: about each time that Flux looks. */
  readonly alsoUpdates: boolean;
}

const judgeOf = (
  judge: JudgePolicy,
  { policy, binding }: Bound,
  { target, policy: request }: AdmissionRequest,
  find: (kind: string) => readonly StateObject[],
): Verdict | undefined => {
  const spec = specOf(policy) as JsonObject;
  if (Object.keys(fieldsOf(spec['matchConstraints'])).length === 0) return undefined;
  const match = matchesTarget(spec['matchConstraints'], target);
  const bound = match === undefined ? undefined : matchesTarget(specOf(binding)['matchResources'], target);
  if (match === undefined || bound === undefined) return undefined;
  const denial = judge(spec, request(), paramsOf(spec['paramKind'], specOf(binding)['paramRef'], target, find));
  return denial === undefined
    ? undefined
    : {
        message: denial.message,
        path: printPath(denial.path),
        alsoUpdates: match.alsoUpdates && bound.alsoUpdates,
      };
};

/** The object of parameters that a binding names, if the tree has it as it is. */
const paramsOf = (
  paramKind: unknown,
  paramRef: unknown,
  target: Target,
  find: (kind: string) => readonly StateObject[],
): PolicyParams | undefined => {
  const { apiVersion, kind } = fieldsOf(paramKind);
  const { name, namespace = target.namespace, selector } = fieldsOf(paramRef);
  if (typeof apiVersion !== 'string' || typeof name !== 'string' || selector !== undefined) return undefined;
  const [group = ''] = apiVersion.includes('/') ? apiVersion.split('/') : [''];
  const all = find(`${group}/${String(kind)}`).filter(
    (one) => one.name === name && (one.namespace === undefined || one.namespace === namespace),
  );
  const [found] = all;
  if (found === undefined || all.length > 1 || found.json['sops'] !== undefined) return undefined;
  const open = found.sites.map(({ path }) => path);
  return { json: found.json, isOpen: (path) => open.some((one) => startsWith(path, one)) };
};
