import { type ProofOfWorkChallenge, solveProofOfWork } from '@dropkit/client/human-proof'

addEventListener('message', ({ data }: MessageEvent<ProofOfWorkChallenge>) => {
  void solveProofOfWork(data).then((proof) => postMessage(proof))
})
