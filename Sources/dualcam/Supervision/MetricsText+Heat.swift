import DualCamSupervision

/// The metrics of the machine's heat and power, as a worker reports them.
extension MetricsText {
    static func heat(_ reading: MetricsReading) -> [Family] {
        let beat = reading.beat
        return [
            one(
                "heat_level", .gauge, "Level of heat: 0 nominal, 1 fair, 2 serious, 3 critical, 4 shutdown.",
                beat?.heatLevel.map(Double.init)),
            one(
                "heat_forecast_seconds", .gauge,
                "Time until the next level that costs frames, if it goes on like this.",
                beat?.heatForecast.map(Double.init)),
            one("battery_charge_ratio", .gauge, "Charge of the battery, from 0 to 1.", beat?.batteryCharge),
        ]
    }
}
