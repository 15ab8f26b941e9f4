// Schemas and rules on the platform, cold and warm, and on 10,000 objects: node one-schema.js → JSON of milliseconds.

import { compileCluster } from '../src/compile/compile-cluster.js';
import { openCompileContext } from '../src/compile/compile-context.js';
import app from '../src/platform/app.js';
import { openCheckContext } from '../src/rules/context/open-context.js';
import { objectSchemaRule } from '../src/rules/objects/object-schema.js';
import { fillExamples } from '../src/rules/schemas/fill-examples.js';
import { openSchemas } from '../src/rules/schemas/find-schemas.js';
import { describeViolation } from '../src/schema/describe-violation.js';
import { objectsOf } from './objects.js';
import { stopwatch } from './stopwatch.js';

const { took, time } = stopwatch();

const clusters = app.clusters.map((cluster) => compileCluster(app, cluster, openCompileContext(app)));
const schemas = openSchemas();
const { checkObject, known } = schemas.checker;
const check = () => {
  for (const cluster of clusters) {
    const context = openCheckContext(cluster, { schemas });
    const report = (problem) => {
      throw new Error(problem.message);
    };
    objectSchemaRule.check(context.state, report, context);
  }
};
// The first run loads schemas, and compiles the rules.
time('platformCold', check);
time('platformWarm', check);

const platform = clusters.flatMap(({ addons }) =>
  addons.flatMap((addon) => addon.objects.map((object) => fillExamples(object, addon.built).value)),
);
const own = Array.from({ length: 1000 }, (_, index) => objectsOf(index)).flat();
/** @param {any[]} objects */
const checkAll = (objects) => {
  for (let index = 0; index < 10_000; index++) {
    const object = objects[index % objects.length];
    const slash = object.apiVersion.indexOf('/');
    const kind = known.find(slash < 0 ? '' : object.apiVersion.slice(0, slash), object.kind);
    const problems = checkObject(kind, object.apiVersion.slice(slash + 1), object);
    if (problems.length > 0) throw new Error(describeViolation(problems[0], 'api-server'));
  }
};
time('platformObjects', () => checkAll(platform));
time('mixedObjects', () => checkAll(own));
// The kinds with the most rules are those with pods.
time('deployments', () => checkAll(own.filter(({ kind }) => kind === 'Deployment')));
console.log(JSON.stringify({ objects: platform.length, ...took }));
