import { losesBucket } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Container Object Storage Interface (COSI). https://github.com/kubernetes-sigs/container-object-storage-interface */
export const containerObjectStorageInterface = defineProject({
  name: 'COSI',
  effects: [losesBucket('objectstorage.k8s.io/BucketClaim')],
});
