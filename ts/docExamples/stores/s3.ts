export { S3 } from '@aws-sdk/client-s3'
export const region = 'us-east-1'
