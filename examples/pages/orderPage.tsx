// A page that orders tea. It says who it is, and its server answers whom it heard.

import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

import { useBrowserKey } from './useBrowserKey.js'

function OrderPage() {
  const key = useBrowserKey('orders')
  const [answer, setAnswer] = useState('')
  if (key.state === 'loading') return <p>One moment</p>
  if (key.state === 'failed') return <p role="alert">{String(key.error)}</p>
  const order = async () => {
    const response = await key.signedFetch('/orders', { method: 'POST', body: '{"item":"tea"}' })
    setAnswer(await response.text())
  }
  return (
    <main>
      <p id="did">{key.did}</p>
      <button type="button" onClick={order}>
        Order
      </button>
      <output>{answer}</output>
    </main>
  )
}

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <StrictMode>
    <OrderPage />
  </StrictMode>,
)
