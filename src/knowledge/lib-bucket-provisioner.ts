import { losesBucket } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** Bucket claims, which Rook and others support. https://github.com/kube-object-storage/lib-bucket-provisioner */
export const libBucketProvisioner = defineProject({
  name: 'lib-bucket-provisioner',
  effects: [
    // https://github.com/kube-object-storage/lib-bucket-provisioner/blob/master/doc/design/object-bucket-lib.md
    losesBucket('objectbucket.io/ObjectBucketClaim'),
  ],
});
