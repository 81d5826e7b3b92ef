export default function Home() {
  return <h1>Crafted for a City That Never Stops</h1>;
}
