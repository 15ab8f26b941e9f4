import { readField } from '../json/read-field.js';
import type { When } from './form/effect.js';
import { kindsOf, losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';
import { losesNewerData, lower } from './form/versions.js';
import { both } from './form/when.js';

/** MongoDB writes data in the format of the feature compatibility version, so a server of that version can read it. */
const isNewerThanData: When = (_, is, place) => {
  const written = readField(place.from, 'spec.featureCompatibilityVersion');
  return written === undefined || lower(2)(written, is, place);
};

/** MongoDB Controllers for Kubernetes. https://github.com/mongodb/mongodb-kubernetes */
export const mongodbKubernetes = defineProject({
  name: 'MongoDB Controllers for Kubernetes',
  effects: [
    losesDatabase('mongodbcommunity.mongodb.com/MongoDBCommunity'),
    losesDatabase(kindsOf('mongodb.com', 'MongoDB', 'MongoDBMultiCluster', 'MongoDBOpsManager')),
    // https://www.mongodb.com/docs/manual/release-notes/8.0-downgrade-replica-set/
    losesNewerData('mongodbcommunity.mongodb.com/MongoDBCommunity', 'spec.version', both(lower(2), isNewerThanData)),
  ],
});
