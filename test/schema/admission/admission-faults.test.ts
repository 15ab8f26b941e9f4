import { describe, expect, it } from 'vitest';
import { printPath } from '../../../src/json/json-path.js';
import { type AdmissionJudge, admissionFaults } from '../../../src/schema/admission/admission-faults.js';
import { openTypedLibrary } from '../../../src/schema/typed-cel/typed-library.js';

const judge: AdmissionJudge = { isPattern: () => true, isOpen: () => false, library: openTypedLibrary() };

const faults = (spec: object, kind = 'ValidatingAdmissionPolicy', isOpen = judge.isOpen): readonly string[] =>
  admissionFaults({ kind, spec }, { ...judge, isOpen }).map(({ path, message }) => `${printPath(path)} ${message}`);

describe('the expressions of a policy', () => {
  it('see the variables that are declared before them', () => {
    const variables = [
      { name: 'a', expression: 'variables.b' },
      { name: 'b', expression: 'size(request.userInfo.groups)' },
    ];
    expect(faults({ variables, validations: [{ expression: "variables.b == 'x' || variables.c" }] })).toEqual([
      'spec.variables[0].expression uses "variables.b", which is declared only after it',
      "spec.validations[0].expression has the operation int == string, which CEL doesn't have",
    ]);
    expect(faults({ variables: [variables[1]], validations: [{ expression: 'variables.c' }] })).toEqual([
      'spec.validations[0].expression uses "variables.c", which the policy doesn\'t declare',
    ]);
  });

  it('have the variables of their kind', () => {
    expect(
      faults({
        matchConditions: [{ expression: 'variables.a' }],
        validations: [
          { expression: 'params.a == variables.a', messageExpression: 'authorizer.path("/").check("get").reason()' },
        ],
        auditAnnotations: [{ valueExpression: '1' }],
      }),
    ).toEqual([
      'spec.matchConditions[0].expression uses "variables", which a match condition doesn\'t have',
      'spec.validations[0].expression uses "params", which needs "paramKind"',
      'spec.validations[0].messageExpression uses "authorizer", which a message expression doesn\'t have',
      'spec.auditAnnotations[0].valueExpression gives a value of type int, where string or null_type is required',
    ]);
  });

  it('know the fields of requests and Namespaces', () => {
    const validations = ['request.userInfo.user', 'request.kind.resource', 'namespaceObject.metadata.owner'];
    expect(faults({ validations: validations.map((expression) => ({ expression })) })).toEqual([
      'spec.validations[0].expression reads the field "user", which request.userInfo doesn\'t have',
      'spec.validations[1].expression reads the field "resource", which a kind doesn\'t have',
      'spec.validations[2].expression reads the field "owner", which the metadata of namespaceObject doesn\'t have',
    ]);
  });

  it('make patches of the right type', () => {
    const mutations = [
      { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object.spec{a: 1}' } },
      { patchType: 'JSONPatch', jsonPatch: { expression: "[JSONPatch{op: 'add', path: 1}]" } },
      { patchType: 'JSONPatch', jsonPatch: { expression: "[JSONPatch{op: 'add', path: jsonpatch.escapeKey('a/b')}]" } },
    ];
    expect(faults({ mutations }, 'MutatingAdmissionPolicy')).toEqual([
      'spec.mutations[0].applyConfiguration.expression gives a value of type Object.spec, where Object is required',
      'spec.mutations[1].jsonPatch.expression sets "path" to a value of type int, where string is required',
    ]);
  });

  it('are not judged where a variable stands for the type of an object', () => {
    const mutation = {
      patchType: 'ApplyConfiguration',
      applyConfiguration: { expression: 'Object{spec: params{a: 1}}' },
    };
    expect(faults({ paramKind: {}, mutations: [mutation] }, 'MutatingAdmissionPolicy')).toEqual([]);
    expect(faults({ mutations: [mutation] }, 'MutatingAdmissionPolicy')).toEqual([
      'spec.mutations[0].applyConfiguration.expression makes an object of type "params", which there isn\'t',
    ]);
  });

  it('are not judged where they are known only in the cluster, and neither is what reads them', () => {
    const variables = [
      { name: 'a', expression: 'true' },
      { name: 'b', expression: 'variables.a' },
    ];
    const isOpen = (path: readonly (string | number)[]) => path.includes('variables') && path.includes(0);
    const validations = ['variables.a', 'variables.b', '[variables.a, 1] == []', '1'].map((expression) => ({
      expression,
    }));
    expect(faults({ variables, validations }, undefined, isOpen)).toEqual([
      'spec.validations[3].expression gives a value of type int, where bool is required',
    ]);
  });
});
