# Shell functions that the pages of this folder use, after `. docs/functions.sh` in the folder of the repository. They need
# curl and Node, the API key in KEY, and the server's address in DROPKIT_URL if it is not the one below.
DROPKIT_URL=${DROPKIT_URL:-http://127.0.0.1:4000}

# ask QUERY [OPTIONS OF CURL]: sends a GraphQL request and prints the answer.
ask() {
  curl -sS "$DROPKIT_URL/graphql" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "${@:2}" \
    -d "$(node -p 'JSON.stringify({ query: process.argv[1] })' "$1")"
  echo
}

# field PATH: reads an answer, and prints the part of it at PATH, such as data.createDrop.id. Fails if the answer is an error.
field() {
  node -e "
    const { data, errors } = JSON.parse(require('fs').readFileSync(0))
    if (errors) { console.error(errors[0].message); process.exit(1) }
    console.log($1)"
}

# chain ROUTE JSON: acts on the fake chain.
chain() {
  curl -sS "$DROPKIT_URL/fake-chain/$1" -H 'Content-Type: application/json' -d "$2"
  echo
}

# sign ADDRESS BYTES: signs a prepared transaction on the fake chain as this wallet, sends it, and prints its hash.
sign() {
  chain execute '{"sender": "'"$1"'", "transactionBytes": "'"$2"'"}' |
    node -p 'JSON.parse(require("fs").readFileSync(0)).txHash'
}
