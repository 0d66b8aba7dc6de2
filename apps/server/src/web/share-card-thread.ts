import { parentPort } from 'node:worker_threads'
import { drawShareCard, type ShareCard } from './share-card.ts'

parentPort?.on('message', async (card: ShareCard) => parentPort?.postMessage(await drawShareCard(card)))
